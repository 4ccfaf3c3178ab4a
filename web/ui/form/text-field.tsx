import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
} from 'react-aria-components'
import type { ComponentProps } from 'react'
import { useFault } from './faults.ts'
import { fieldClass, inputClass, labelClass, errorClass, hintClass } from './field-classes.ts'

export type FieldWords = {
  readonly label: string
  /** A sentence under the field that helps before anything is wrong. */
  readonly hint?: string
}

type OwnProps = Omit<ComponentProps<typeof AriaTextField>, 'className' | 'style' | 'children'> & FieldWords

/** One line of text. Give it the `name` of the field in the API: what the server says of that field is shown here. */
export function TextField({ label, hint, placeholder, ...props }: OwnProps & { readonly placeholder?: string }) {
  const fault = useFault(props.name)
  return (
    <AriaTextField {...props} isInvalid={props.isInvalid ?? fault !== null} className={fieldClass}>
      <Label className={labelClass}>{label}</Label>
      <Input placeholder={placeholder} className={inputClass} />
      <FieldNotes hint={hint} fault={fault} />
    </AriaTextField>
  )
}

/** Several lines of text. */
export function TextArea({ label, hint, rows = 4, ...props }: OwnProps & { readonly rows?: number }) {
  const fault = useFault(props.name)
  return (
    <AriaTextField {...props} isInvalid={props.isInvalid ?? fault !== null} className={fieldClass}>
      <Label className={labelClass}>{label}</Label>
      <AriaTextArea rows={rows} className={inputClass} />
      <FieldNotes hint={hint} fault={fault} />
    </AriaTextField>
  )
}

/** What stands under a field: help, and what is wrong with it. */
export function FieldNotes({ hint, fault }: { readonly hint?: string; readonly fault: string | null }) {
  return (
    <>
      {hint && (
        <Text slot="description" className={hintClass}>
          {hint}
        </Text>
      )}
      <FieldError className={errorClass}>{fault ?? undefined}</FieldError>
    </>
  )
}
