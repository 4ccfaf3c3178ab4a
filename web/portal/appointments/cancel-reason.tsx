import { useLingui } from '@lingui/react/macro'
import type { BodyOf } from '#web/api/client.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

export type ReasonCode = BodyOf<'cancelHolderAppointment'>['reasonCode']

/** Why one or several appointments are cancelled. */
export function CancelReason({
  reasonCode,
  onReason,
  note,
  onNote,
}: {
  readonly reasonCode: ReasonCode
  readonly onReason: (reasonCode: ReasonCode) => void
  readonly note: string
  readonly onNote: (note: string) => void
}) {
  const { t } = useLingui()
  const reasons = [
    { id: 'provider', name: t`We are not available` },
    { id: 'recipient', name: t`The person cannot come` },
    { id: 'duplicate', name: t`It was entered twice` },
    { id: 'other', name: t`Another reason` },
  ] as const satisfies readonly { id: ReasonCode; name: string }[]
  return (
    <>
      <Select label={t`Reason`} name="reasonCode" choices={reasons} value={reasonCode} onChange={onReason} />
      <TextField
        label={t`Internal note`}
        hint={t`No medical details, please.`}
        name="note"
        maxLength={500}
        value={note}
        onChange={onNote}
      />
    </>
  )
}
