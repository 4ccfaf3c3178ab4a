import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { StatusPill, type Tone } from '#web/ui/data/status-pill.tsx'
import type { Appointment } from './delivery-pill.tsx'

/** The state of the appointment itself: its outcome, an open request, or the person's confirmation. */
export function AnswerPill({ appointment }: { readonly appointment: Appointment }) {
  const { i18n } = useLingui()
  const { tone, name } = answerOf(appointment)
  if (tone === null) return <span className="text-muted">{i18n._(name)}</span>
  return <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
}

/** The same in words; without a tone where nobody has said anything. */
export function answerOf({ status, confirmation, openRequest }: Appointment): {
  readonly tone: Tone | null
  readonly name: MessageDescriptor
} {
  if (status !== 'registered') return outcomes[status]
  if (openRequest !== null) return { tone: 'warn', name: msg`Asks for a change` }
  if (confirmation.status === 'confirmed') return { tone: 'ok', name: msg`Confirmed` }
  return { tone: null, name: msg`No answer yet` }
}

export const outcomes = {
  cancelled: { tone: 'quiet', name: msg`Cancelled` },
  no_show: { tone: 'danger', name: msg`Did not attend` },
  completed: { tone: 'ok', name: msg`Attended` },
} as const satisfies Partial<Record<Appointment['status'], { readonly tone: Tone; readonly name: MessageDescriptor }>>
