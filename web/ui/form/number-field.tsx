import { Input, Label, NumberField as AriaNumberField } from 'react-aria-components'
import { fieldClass, inputClass, labelClass } from './field-classes.ts'
import { useFault } from './faults.ts'
import { FieldNotes, type FieldWords } from './text-field.tsx'

/** A whole number. Arrow keys count up and down; what is typed is kept within its bounds when the field is left. */
export function NumberField({
  label,
  hint,
  value,
  onChange,
  ...props
}: FieldWords & {
  readonly name?: string
  /** Null while it is not filled in. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly minValue: number
  readonly maxValue: number
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}) {
  const fault = useFault(props.name)
  return (
    <AriaNumberField
      {...props}
      value={value ?? Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
      formatOptions={{ maximumFractionDigits: 0, useGrouping: false }}
      isInvalid={fault !== null}
      className={fieldClass}
    >
      <Label className={labelClass}>{label}</Label>
      <Input className={inputClass} />
      <FieldNotes hint={hint} fault={fault} />
    </AriaNumberField>
  )
}
