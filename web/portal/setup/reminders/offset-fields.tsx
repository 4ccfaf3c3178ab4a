import { useLingui } from '@lingui/react/macro'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { longest, offsetWords, readOffset, writeOffset } from './offset.ts'

/** How long before an appointment: a number, and days or hours. */
export function OffsetFields({
  name,
  label,
  value,
  onChange,
}: {
  readonly name: string
  readonly label: string
  /** ISO 8601 duration. */
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t } = useLingui()
  const { amount, unit } = readOffset(value)
  const choices = [
    { id: 'days', name: t`days before` },
    { id: 'hours', name: t`hours before` },
  ] as const
  const mixed = { id: 'mixed', name: t`${{ length: offsetWords(value) }} before` } as const
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-2">
      {unit !== 'mixed' && (
        <NumberField
          name={name}
          label={label}
          minValue={1}
          maxValue={longest[unit]}
          value={amount}
          onChange={(count) => onChange(writeOffset({ amount: count ?? 1, unit }))}
        />
      )}
      <div className={unit === 'mixed' ? 'col-span-2' : ''}>
        <Select
          label={t`Unit`}
          choices={unit === 'mixed' ? [mixed, ...choices] : choices}
          value={unit}
          onChange={(chosen) => {
            if (chosen !== 'mixed')
              onChange(writeOffset({ amount: Math.min(Math.max(amount, 1), longest[chosen]), unit: chosen }))
          }}
        />
      </div>
    </div>
  )
}
