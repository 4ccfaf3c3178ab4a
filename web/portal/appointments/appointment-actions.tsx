import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '#web/api/clock.ts'
import { call } from '#web/api/client.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { changedByAppointment } from './appointment-queries.ts'
import { CancelReason, type ReasonCode } from './cancel-reason.tsx'
import { useAppointmentAgain } from './use-appointment-again.ts'
import type { Appointment } from './delivery-pill.tsx'
import { Outcome } from './outcome.tsx'
import { useMay } from '../may.tsx'

/** What staff can do with an appointment: cancel it before it begins, record afterwards whether somebody came. */
export function AppointmentActions({ appointment }: { readonly appointment: Appointment }) {
  const may = useMay('appointments:write')
  const hasBegun = Date.parse(appointment.startsAt) <= now().getTime()
  if (!may || appointment.status === 'cancelled') return null
  if (hasBegun) return <Outcome appointment={appointment} />
  return (
    <>
      {appointment.origin === 'local' && (
        <LinkButton to="/appointments/$appointmentId/edit" params={{ appointmentId: appointment.id }}>
          <Trans>Change or move</Trans>
        </LinkButton>
      )}
      <Cancel appointment={appointment} />
    </>
  )
}

function Cancel({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" onPress={() => setOpen(true)}>
        <Trans>Cancel the appointment</Trans>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`Cancel the appointment`}>
        <CancelForm appointment={appointment} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function CancelForm({ appointment, onDone }: { readonly appointment: Appointment; readonly onDone: () => void }) {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder(), appointmentId: appointment.id }
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const [reasonCode, setReason] = useState<ReasonCode>('provider')
  const [note, setNote] = useState('')
  const readAnew = useReadAnew()
  const cancel = useMutation({
    mutationFn: () =>
      call('cancelHolderAppointment', {
        params,
        body: {
          clientRequestId,
          expectedVersion: appointment.version,
          reasonCode,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        },
      }),
    readAgain: useAppointmentAgain(appointment),
    onSuccess: async () => {
      await readAnew()
      toast(t`The appointment is cancelled`)
      onDone()
    },
  })
  return (
    <Form
      error={cancel.error}
      fields={['reasonCode', 'note']}
      onSubmit={() => cancel.mutate()}
      actions={
        <>
          <Button type="submit" look="danger" isPending={cancel.isPending}>
            <Trans>Cancel the appointment</Trans>
          </Button>
          <Button look="quiet" onPress={onDone}>
            <Trans>Leave it as it is</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {appointment.origin === 'intake' ? (
          <Trans>
            Its reminders are withdrawn. Anyone who was told about it is told that it is cancelled. It has to be
            cancelled in {appointment.sourceSystem} too, or it will come back.
          </Trans>
        ) : (
          <Trans>Its reminders are withdrawn. Anyone who was told about it is told that it is cancelled.</Trans>
        )}
      </p>
      <CancelReason reasonCode={reasonCode} onReason={setReason} note={note} onNote={setNote} />
    </Form>
  )
}

function useReadAnew() {
  const queries = useQueryClient()
  return () => readAnew(queries, changedByAppointment)
}
