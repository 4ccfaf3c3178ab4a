import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '#web/api/clock.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import type { Appointment } from '../delivery-pill.tsx'
import { useAppointmentAgain } from '../use-appointment-again.ts'

/** Staff enter what somebody asked by letter; nothing is erased by it. */
export function ErasureForm({
  appointment,
  onDone,
}: {
  readonly appointment: Appointment
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const { id: appointmentId, version, recipient } = appointment
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const [receivedOn, setReceivedOn] = useState<string | null>(() => dayOf(now(), defaultTimezone))
  const [isSure, setSure] = useState(false)
  const enter = useMutation({
    mutationFn: (day: string) =>
      call('createHolderDeletionRequest', {
        params: { platformHolderId: holder, appointmentId },
        body: { clientRequestId, confirmDeletion: true, expectedVersion: version, receivedOn: day },
      }),
    readAgain: useAppointmentAgain<string>(appointment),
    onSuccess: async () => {
      await readAnew(queries, ['listHolderDeletionRequests'])
      toast(t`The request is entered`)
      onDone()
    },
  })
  return (
    <Form
      error={enter.error}
      fields={['receivedOn']}
      onSubmit={() => receivedOn !== null && isSure && enter.mutate(receivedOn)}
      actions={
        <>
          <Button type="submit" look="danger" isPending={enter.isPending} isDisabled={receivedOn === null || !isSure}>
            <Trans>Enter the request</Trans>
          </Button>
          <Button look="quiet" onPress={onDone}>
            <Trans>Leave it as it is</Trans>
          </Button>
        </>
      }
    >
      <p className="font-medium">
        <bdi>{recipient.displayName}</bdi>
      </p>
      <p className="text-muted">
        <Trans>
          Nothing is erased yet, and reminders go on. Within a month it is decided; then all you have here under this
          name and number or address is gone for good. Other organizations and the person’s own account stay as they
          are. You answer the letter yourselves.
        </Trans>
      </p>
      <DatePicker label={t`When the letter came in`} name="receivedOn" value={receivedOn} onChange={setReceivedOn} />
      <Checkbox isSelected={isSure} onChange={setSure}>
        <Trans>This person asked for it, and we found out who they are</Trans>
      </Checkbox>
    </Form>
  )
}
