import { useId, type ReactNode } from 'react'
import { errorClass, fieldClass, hintClass, inputClass, labelClass } from './field-classes.ts'
import { useFault } from './faults.ts'

export type FieldWords = {
  readonly label: string
  /** A sentence under the field that helps before anything is wrong. */
  readonly hint?: string | undefined
}

/** Props for the control of a field. */
type ControlProps = {
  readonly id: string
  readonly className: string
  readonly 'aria-invalid': true | undefined
  readonly 'data-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A label, the control it names, and below that a hint and what is wrong with it. */
export function Field({
  label,
  hint,
  name,
  children,
}: FieldWords & {
  /** Name of the field in the API, whose faults are shown here. */
  readonly name: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const fault = useFault(name)
  const isInvalid = fault !== null || undefined
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      {children({
        id,
        className: inputClass,
        'aria-invalid': isInvalid,
        'data-invalid': isInvalid,
        'aria-describedby': hint || fault ? `${id}-notes` : undefined,
      })}
      <FieldNotes id={`${id}-notes`} hint={hint} fault={fault} />
    </div>
  )
}

/** The hint and the fault under a field. */
export function FieldNotes({
  id,
  hint,
  fault,
}: Pick<FieldWords, 'hint'> & { readonly id: string; readonly fault: string | null }) {
  if (!hint && fault === null) return null
  return (
    <div id={id} className={fieldClass}>
      {hint && <p className={hintClass}>{hint}</p>}
      {fault && <p className={errorClass}>{fault}</p>}
    </div>
  )
}
