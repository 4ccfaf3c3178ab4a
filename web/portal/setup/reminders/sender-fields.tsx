import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { Policy } from './policy-queries.ts'

type Sender = Policy['smsSender']

/** Whom text messages come from: a name, or a number that people may be able to answer. */
export function SenderFields({
  value,
  saved,
  onChange,
}: {
  readonly value: Sender
  /** Restored when its kind is chosen again. */
  readonly saved: Sender
  readonly onChange: (value: Sender) => void
}) {
  const { t } = useLingui()
  const isNumber = value.mode === 'numeric'
  return (
    <>
      <RadioGroup
        label={t`Text messages come from`}
        choices={[
          { id: 'alphanumeric', name: t`A name`, note: t`Nobody can answer it.` },
          { id: 'numeric', name: t`A number` },
        ]}
        value={value.mode}
        onChange={(mode) => onChange(mode === saved.mode ? saved : { mode, value: '', canReceive: false })}
      />
      <div className="max-w-sm">
        <TextField
          name="smsSender.value"
          label={isNumber ? t`Number` : t`Name`}
          hint={
            isNumber
              ? t`With the country code, such as +31612345678. The number must be yours at the message service.`
              : t`At most 11 letters, digits and spaces.`
          }
          isRequired
          maxLength={isNumber ? 16 : 11}
          type={isNumber ? 'tel' : 'text'}
          value={value.value}
          onChange={(text) => onChange({ ...value, value: text })}
        />
      </div>
      {isNumber && (
        <Checkbox isSelected={value.canReceive} onChange={(canReceive) => onChange({ ...value, canReceive })}>
          <Trans>People can answer it: their reply confirms or stops reminders</Trans>
        </Checkbox>
      )}
    </>
  )
}
