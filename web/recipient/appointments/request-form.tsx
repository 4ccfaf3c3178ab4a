import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { BodyOf } from '#web/api/client.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import type { Fault } from '#web/ui/form/faults.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Select, type Choice } from '#web/ui/form/select.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { whenText } from '#web/ui/appointment/when.tsx'
import { useAppointmentsChanged, type OwnAppointment } from './appointment-queries.ts'
import { useIntent } from './use-intent.ts'
import { useOwnAgain } from './use-own-again.ts'

type Body = BodyOf<'createRecipientCancellationRequest'>
type Reason = NonNullable<Body['reasonCode']>
export type Wish = { readonly reasonCode: Reason | null; readonly note: string }

/** What both kinds of request share: the appointment, a reason, a note, and what sending it does and does not do. */
export function RequestForm({
  appointment,
  kind,
  wish,
  onChange,
  isDirty,
  gaps = [],
  fields = [],
  send,
  children,
}: {
  readonly appointment: OwnAppointment
  readonly kind: 'cancel' | 'move'
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
  readonly isDirty: boolean
  /** What is still to be filled in before it can be sent. */
  readonly gaps?: readonly Fault[]
  /** Names of the fields among the children. */
  readonly fields?: readonly string[]
  readonly send: (body: Body) => Promise<unknown>
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const changed = useAppointmentsChanged()
  const { id, version, startsAt, timezone, platformHolder } = appointment
  const holder = platformHolder.displayName
  const clientRequestId = useIntent(`${kind} ${id} ${version}`)
  const [missing, setMissing] = useState<readonly Fault[]>([])
  const sending = useMutation({
    mutationFn: () =>
      send({
        clientRequestId,
        expectedVersion: version,
        ...(wish.reasonCode ? { reasonCode: wish.reasonCode } : {}),
        ...(wish.note.trim() === '' ? {} : { note: wish.note.trim() }),
      }),
    readAgain: useOwnAgain(appointment),
    onSuccess: async () => {
      await changed()
      await navigate({ to: '/a/$appointmentId', params: { appointmentId: id }, search: {}, replace: true })
    },
  })
  const reasons: readonly Choice<Reason>[] = [
    { id: 'ill', name: t`I am ill` },
    { id: 'work', name: t`Work` },
    { id: 'transport', name: t`I have no transport` },
    { id: 'no_longer_needed', name: t`No longer needed` },
    { id: 'other', name: t`Something else` },
  ]
  return (
    <Form
      error={sending.error}
      found={missing}
      fields={['note', 'reasonCode', ...fields]}
      onSubmit={() => {
        setMissing(gaps)
        if (gaps.length === 0) sending.mutate()
      }}
      actions={
        <>
          <BigButton type="submit" look="primary" isPending={sending.isPending}>
            {kind === 'cancel' ? <Trans>Ask to cancel</Trans> : <Trans>Ask for another time</Trans>}
          </BigButton>
          <p className="text-sm text-muted">
            <Trans>
              Until <bdi>{holder}</bdi> decides, your appointment stays as it is.
            </Trans>
          </p>
        </>
      }
    >
      <DirtyGuard isDirty={isDirty && !sending.isPending && !sending.isSuccess} />
      <p className="rounded-lg bg-sunken p-4 text-base">
        <span className="block font-medium first-letter:uppercase">{whenText(startsAt, timezone)}</span>
        <span className="text-muted">{holder}</span>
      </p>
      {children}
      <Select
        label={t`Reason (optional)`}
        name="reasonCode"
        choices={reasons}
        value={wish.reasonCode}
        onChange={(reasonCode) => onChange({ ...wish, reasonCode })}
      />
      <TextArea
        label={t`Note for the staff (optional)`}
        hint={t`No medical details, please.`}
        name="note"
        maxLength={500}
        rows={3}
        value={wish.note}
        onChange={(note) => onChange({ ...wish, note })}
      />
    </Form>
  )
}
