import { useId } from 'react'
import { fieldClass, inputClass, labelClass } from '#web/ui/form/field-classes.ts'

/** A day or a time of day, by the wheel or calendar that the telephone itself has for it. */
export function NativeField({
  label,
  onChange,
  ...props
}: Omit<React.ComponentProps<'input'>, 'onChange' | 'className' | 'id'> & {
  readonly label: string
  readonly type: 'date' | 'time'
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <input {...props} id={id} className={inputClass} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
