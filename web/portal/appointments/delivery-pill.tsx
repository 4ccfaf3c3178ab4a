import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ItemOf } from '#web/api/client.ts'
import { StatusPill, type Tone } from '#web/ui/data/status-pill.tsx'

export type Appointment = ItemOf<'listHolderAppointments'>
type DeliveryStatus = Appointment['delivery']['status']

/** The delivery status of an appointment's messages. */
export function DeliveryPill({ status }: { readonly status: DeliveryStatus }) {
  const { i18n } = useLingui()
  const { tone, name } = deliveryStatuses[status]
  return <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
}

export const deliveryStatuses: Readonly<
  Record<DeliveryStatus, { readonly tone: Tone; readonly name: MessageDescriptor }>
> = {
  none: { tone: 'none', name: msg`No reminder` },
  planned: { tone: 'waiting', name: msg`Planned` },
  in_progress: { tone: 'busy', name: msg`On its way` },
  delivered: { tone: 'ok', name: msg`Delivered` },
  failed: { tone: 'danger', name: msg`Not delivered` },
  suppressed: { tone: 'quiet', name: msg`Not sent` },
  unknown: { tone: 'warn', name: msg`Not certain` },
}
