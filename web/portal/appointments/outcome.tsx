import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { now } from '#web/api/clock.ts'
import { call, type BodyOf } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { errorText } from '#web/ui/error-text.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { changedByAppointment } from './appointment-queries.ts'
import type { Appointment } from './delivery-pill.tsx'
import { useAppointmentAgain } from './use-appointment-again.ts'
import { useMay } from '../may.tsx'

type Outcome = BodyOf<'recordHolderAppointmentOutcome'>['outcome']

/** Whether somebody came: recorded, corrected or taken back, on the page of an appointment. */
export function Outcome({ appointment }: { readonly appointment: Appointment }) {
  const { record, error, isPending } = useRecord(appointment)
  const { status } = appointment
  return (
    <div className="flex flex-col items-end gap-2">
      <div className="flex flex-wrap gap-2">
        <Button isDisabled={isPending || status === 'completed'} onPress={() => record('completed')}>
          <Trans>Attended</Trans>
        </Button>
        <Button isDisabled={isPending || status === 'no_show'} onPress={() => record('no_show')}>
          <Trans>Did not attend</Trans>
        </Button>
        {status !== 'registered' && isRecent(appointment) && (
          <Button look="quiet" isDisabled={isPending} onPress={() => record('registered')}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
      <ErrorNote error={error} />
    </div>
  )
}

/** The same in the row of a list, by one press; nothing before it begins. */
export function RowOutcome({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useLingui()
  const { record, error, isPending } = useRecord(appointment)
  const { buttons, keepFocus } = useFocusInRow(appointment.status)
  const may = useMay('appointments:write')
  const { status, startsAt, recipient } = appointment
  if (!may || status === 'cancelled' || Date.parse(startsAt) > now().getTime()) return null
  const name = recipient.displayName
  const press = (outcome: Outcome) => {
    keepFocus()
    record(outcome)
  }
  return (
    <div className="relative z-1">
      <div ref={buttons} className="flex justify-end">
        {status !== 'registered' ? (
          isRecent(appointment) && (
            <IconButton
              label={t`Undo: ${name}`}
              title={t`Undo`}
              isPending={isPending}
              onPress={() => press('registered')}
            >
              <Undo2 aria-hidden size={16} />
            </IconButton>
          )
        ) : (
          <>
            <IconButton
              label={t`Attended: ${name}`}
              title={t`Attended`}
              isPending={isPending}
              onPress={() => press('completed')}
            >
              <Check aria-hidden size={18} />
            </IconButton>
            <IconButton
              label={t`Did not attend: ${name}`}
              title={t`Did not attend`}
              isPending={isPending}
              onPress={() => press('no_show')}
            >
              <X aria-hidden size={18} />
            </IconButton>
          </>
        )}
      </div>
      {error !== null && (
        <div className="max-w-64 text-start text-xs">
          <ErrorNote error={error} />
        </div>
      )}
    </div>
  )
}

/** Records an outcome, and says so with a way back to what it was. */
function useRecord(appointment: Appointment) {
  const { id, version, status } = appointment
  const { t, i18n } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const send = (expectedVersion: number, outcome: Outcome) =>
    call('recordHolderAppointmentOutcome', {
      params: { platformHolderId, appointmentId: id },
      body: { expectedVersion, outcome },
    })
  const takeBack = useMutation({
    mutationFn: ({ to, at }: { readonly to: Outcome; readonly at: number }) => send(at, to),
    onSuccess: async () => {
      await readAnew(queries, changedByAppointment)
      toast(t`Undone`)
    },
    // Its button is gone by then, perhaps with the row.
    onError: (error) => toast(i18n._(errorText(error).title)),
  })
  const { mutate, error, isPending } = useMutation({
    mutationFn: (outcome: Outcome) => send(version, outcome),
    readAgain: useAppointmentAgain(appointment, (now, outcome) => now.status === outcome),
    onSuccess: async (after) => {
      await readAnew(queries, changedByAppointment)
      if (after.status === 'registered' || status === 'cancelled') return toast(t`Undone`)
      toast(after.status === 'completed' ? t`Noted: attended` : t`Noted: did not attend`, {
        name: t`Undo`,
        onAction: () => takeBack.mutate({ to: status, at: after.version }),
      })
    },
  })
  return { record: (outcome: Outcome) => mutate(outcome), error, isPending: isPending || takeBack.isPending }
}

/** Moves the focus on when the button that had it makes place for another, or its row leaves a filtered list. */
function useFocusInRow(status: Appointment['status']) {
  const buttons = useRef<HTMLDivElement>(null)
  const isKept = useRef(false)
  useLayoutEffect(() => {
    if (!isKept.current) return
    isKept.current = false
    buttons.current?.querySelector('button')?.focus()
  }, [status])
  useLayoutEffect(
    () => () => {
      if (!isKept.current) return
      const row = buttons.current?.closest('tr')
      const other = row?.nextElementSibling ?? row?.previousElementSibling
      setTimeout(() => other?.querySelector<HTMLElement>('a, button')?.focus())
    },
    [],
  )
  return {
    buttons,
    keepFocus: () => {
      isKept.current = true
    },
  }
}

/** An outcome can be corrected for seven days after it was recorded, so at least for as long after the start. */
function isRecent({ startsAt }: Appointment): boolean {
  return now().getTime() - Date.parse(startsAt) < 7 * 86_400_000
}
