import type { ComponentProps } from 'react'
import { Field, type FieldWords } from './field.tsx'

type TextProps<Tag extends 'input' | 'textarea'> = FieldWords &
  Omit<ComponentProps<Tag>, 'id' | 'className' | 'style' | 'disabled' | 'required' | 'onChange'> & {
    readonly onChange?: (value: string) => void
    readonly isRequired?: boolean | undefined
    readonly isDisabled?: boolean
  }

/**
 * One line of text, or a day by the device's own picker. Its `name` is that of the field in the API,
 * whose faults are shown here.
 */
export function TextField({ label, hint, onChange, isRequired, isDisabled, ...props }: TextProps<'input'>) {
  return (
    <Field label={label} hint={hint} name={props.name}>
      {(control) => (
        <input
          type="text"
          dir={directionOf(props)}
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
          dir={directionOf(props)}
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

/**
 * Numbers, addresses and codes are written from the left in every language; words by what they are, once there are any.
 * Days look as the browser has them.
 */
function directionOf({ type, inputMode, value }: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'value'>) {
  if (type === 'date') return undefined
  if (type === 'email' || type === 'tel' || inputMode === 'numeric') return 'ltr'
  return value === undefined || value === '' ? undefined : 'auto'
}
