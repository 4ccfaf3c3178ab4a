import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { changedByAppointment, type Reminder } from '../appointment-queries.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { useAppointmentAgain } from '../use-appointment-again.ts'

type Channel = 'sms' | 'email'

/** Sends what did not arrive by the other channel, or by the same one once the contact is corrected. */
export function SendAgain({
  appointment,
  failed,
}: {
  readonly appointment: Appointment
  readonly failed: Reminder | null
}) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { defaultTimezone } = useProfile()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const [clientRequestIds] = useState(() => ({ sms: crypto.randomUUID(), email: crypto.randomUUID() }))
  const send = useMutation({
    mutationFn: (channel: Channel) =>
      call('sendHolderAppointmentReminderAgain', {
        params,
        body: { clientRequestId: clientRequestIds[channel], expectedVersion: appointment.version, channel },
      }),
    readAgain: useAppointmentAgain<Channel>(appointment),
    onSuccess: async ({ dueAt }) => {
      await readAnew(queries, changedByAppointment)
      const when = formatShortDayTime(dueAt, currentLocale(), appointment.timezone, defaultTimezone)
      toast(t`It will be sent: ${when}`)
    },
  })
  return (
    <>
      {channelsFor(appointment, failed).map((channel) => (
        <Button
          key={channel}
          isDisabled={send.isPending}
          icon={channel === 'sms' ? <MessageSquare aria-hidden size={16} /> : <Mail aria-hidden size={16} />}
          onPress={() => send.mutate(channel)}
        >
          {channel === 'sms' ? <Trans>Send again by text message</Trans> : <Trans>Send again by e-mail</Trans>}
        </Button>
      ))}
      <ErrorNote error={send.error} />
    </>
  )
}

/** Those with a contact that the failed message did not go by, unless the contact was corrected since. */
function channelsFor(
  { recipient: { phoneNumberE164, email }, scheduleRevision }: Appointment,
  failed: Reminder | null,
): readonly Channel[] {
  const isSame = failed?.scheduleRevision === scheduleRevision
  const isOpen = (channel: Channel) => !(isSame && failed?.channel === channel)
  return [
    ...(phoneNumberE164 !== null && isOpen('sms') ? (['sms'] as const) : []),
    ...(email !== null && isOpen('email') ? (['email'] as const) : []),
  ]
}
