import { useId } from 'react'
import { errorClass, fieldClass, hintClass, inputClass, labelClass } from '#web/ui/form/field-classes.ts'
import { useFault } from '#web/ui/form/faults.ts'

/** One line of text, or a day or a time of day by the wheel or calendar that the telephone itself has for it. */
export function NativeField({
  label,
  hint,
  onChange,
  ...props
}: Omit<React.ComponentProps<'input'>, 'onChange' | 'className' | 'id'> & {
  readonly label: string
  /** A sentence under the field that helps before anything is wrong. */
  readonly hint?: string
  readonly type: 'date' | 'time' | 'tel' | 'text'
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  const fault = useFault(props.name)
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <input
        {...props}
        id={id}
        aria-invalid={fault !== null || undefined}
        data-invalid={fault !== null || undefined}
        aria-describedby={notes || undefined}
        className={inputClass}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && (
        <span id={`${id}-hint`} className={hintClass}>
          {hint}
        </span>
      )}
      {fault && (
        <span id={`${id}-fault`} className={errorClass}>
          {fault}
        </span>
      )}
    </div>
  )
}
