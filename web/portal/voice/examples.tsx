import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { read } from '#web/api/client.ts'
import { useHolder } from '../holder.ts'

/** Examples of what to say, each shown when the agent has the operation it needs. */
const examples = [
  { needs: 'listHolderAppointments', text: msg`Who is coming tomorrow?` },
  { needs: 'listHolderAppointments', text: msg`Who has not confirmed?` },
  { needs: 'updateHolderAppointment', text: msg`Move Noor Jansen to Thursday ten o’clock.` },
  { needs: 'cancelHolderAppointment', text: msg`Cancel the appointment of Noor Jansen.` },
  { needs: 'createHolderAppointment', text: msg`Make an appointment with Noor Jansen on Friday at two.` },
  { needs: 'listHolderRecipientRequests', text: msg`Are there any requests?` },
  { needs: 'getHolderReminderReport', text: msg`How many reminders arrived this week?` },
  { needs: 'createHolderAppointmentType', text: msg`Add an appointment type of twenty minutes.` },
] as const

export function Examples() {
  const { t, i18n } = useLingui()
  const params = { platformHolderId: useHolder() }
  const capabilities = useSuspenseQuery(read('getHolderVoiceCapabilities', { params })).data
  const actions = new Set('actions' in capabilities ? capabilities.actions.map(({ operationId }) => operationId) : [])
  return (
    <section aria-label={t`What you can say`}>
      <h2 className="mb-2 text-base font-semibold">
        <Trans>What you can say</Trans>
      </h2>
      <ul className="divide-y divide-line border-y border-line text-muted">
        {examples
          .filter(({ needs }) => actions.has(needs))
          .map(({ text }) => (
            <li key={text.id} className="py-2.5">
              {i18n._(text)}
            </li>
          ))}
      </ul>
    </section>
  )
}
