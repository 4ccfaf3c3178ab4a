import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { now } from '#web/api/clock.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useHolder } from '../../holder.ts'
import { remindersOf, type Reminder } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { reasonText } from '../reason-text.ts'
import { CallLink, DeskButtons } from './desk-buttons.tsx'
import { SendAgain } from './send-again.tsx'
import { useDesk } from './use-desk.ts'
import { useMay } from '../../may.tsx'

/** That no message reached somebody who is still to come, with the number beside it and all that helps. Else nothing. */
export function NotReached({ appointment }: { readonly appointment: Appointment }) {
  const { i18n } = useLingui()
  const { data } = useSuspenseQuery(remindersOf(useHolder(), appointment.id))
  const { note, error } = useDesk(appointment)
  const mayWrite = useMay('appointments:write')
  if (!isUntold(appointment)) return null
  const { delivery, origin, recipient, id } = appointment
  return (
    <div className="mb-6 flex flex-col items-start gap-3 rounded-md bg-danger-soft px-4 py-3">
      <p className="text-danger">
        <span className="font-medium">
          {delivery.status === 'failed' ? (
            <Trans>The message did not arrive.</Trans>
          ) : (
            <Trans>No message has reached this person.</Trans>
          )}
        </span>{' '}
        {delivery.reasonCode !== null && i18n._(reasonText[delivery.reasonCode])}
      </p>
      <div className="flex flex-wrap gap-2">
        <CallLink phoneNumberE164={recipient.phoneNumberE164} />
        {mayWrite && origin === 'local' && (
          <LinkButton to="/appointments/$appointmentId/edit" params={{ appointmentId: id }}>
            <Trans>Correct the number</Trans>
          </LinkButton>
        )}
        {mayWrite && lastFailed(data.items) !== null && (
          <SendAgain appointment={appointment} failed={lastFailed(data.items)} />
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <DeskButtons appointment={appointment} />
        {mayWrite && (
          <Button
            isDisabled={note.isPending}
            icon={<PhoneCall aria-hidden size={16} />}
            onPress={() => note.mutate('spoken')}
          >
            <Trans>Spoke to somebody</Trans>
          </Button>
        )}
      </div>
      <ErrorNote error={error} />
    </div>
  )
}

/** Whether nothing is known to have reached somebody who is still to come and has not confirmed: whom to call. */
export function isUntold({ status, startsAt, delivery, confirmation }: Appointment): boolean {
  if (status !== 'registered' || Date.parse(startsAt) <= now().getTime()) return false
  if (confirmation.status === 'confirmed') return false
  return ['failed', 'suppressed', 'none', 'unknown'].includes(delivery.status)
}

/** The last message that was handed over, if it did not arrive. */
function lastFailed(reminders: readonly Reminder[]): Reminder | null {
  const handedOver = (reminder: Reminder) => Date.parse(reminder.attempts.at(-1)?.handedOverAt ?? '')
  const [last] = reminders
    .filter(({ attempts }) => attempts.length > 0)
    .toSorted((one, other) => handedOver(other) - handedOver(one))
  return last !== undefined && (last.state === 'failed' || last.state === 'undelivered') ? last : null
}
