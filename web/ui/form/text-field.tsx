import type { ComponentProps } from 'react'
import { Field, type FieldWords } from './field.tsx'

type TextProps<Tag extends 'input' | 'textarea'> = FieldWords &
  Omit<ComponentProps<Tag>, 'id' | 'className' | 'style' | 'disabled' | 'required' | 'onChange'> & {
    readonly onChange?: (value: string) => void
    readonly isRequired?: boolean | undefined
    readonly isDisabled?: boolean
  }

/**
 * One line of text, or a day or a time of day by the device's own picker. Its `name` is that of the field in the API,
 * whose faults are shown here.
 */
export function TextField({ label, hint, onChange, isRequired, isDisabled, ...props }: TextProps<'input'>) {
  return (
    <Field label={label} hint={hint} name={props.name}>
      {(control) => (
        <input
          type="text"
          {...props}
          {...control}
          aria-required={isRequired}
          disabled={isDisabled}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, hint, onChange, isRequired, isDisabled, ...props }: TextProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} name={props.name}>
      {(control) => (
        <textarea
          rows={4}
          {...props}
          {...control}
          aria-required={isRequired}
          disabled={isDisabled}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A time of day, `14:30`; null while it is not filled in. */
export function TimeField({
  value,
  onChange,
  ...props
}: Omit<TextProps<'input'>, 'type' | 'value' | 'onChange'> & {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}) {
  return (
    <TextField {...props} type="time" value={value ?? ''} onChange={(time) => onChange(time === '' ? null : time)} />
  )
}
