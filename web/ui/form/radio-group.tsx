import { useId, type ReactNode } from 'react'
import { fieldClass, hintClass, labelClass } from './field-classes.ts'
import { useFault } from './faults.ts'
import { FieldNotes, type FieldWords } from './field.tsx'

/** One of a few choices that are all seen at once. `note` is a smaller line under one. */
export function RadioGroup<Id extends string>({
  label,
  hint,
  name,
  choices,
  value,
  onChange,
}: FieldWords & {
  readonly name?: string
  readonly choices: readonly { readonly id: Id; readonly name: string; readonly note?: ReactNode }[]
  readonly value: Id
  readonly onChange: (value: Id) => void
}) {
  const id = useId()
  const fault = useFault(name)
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-notes`} className={fieldClass}>
      <span id={id} className={labelClass}>
        {label}
      </span>
      <div className="flex flex-col gap-2">
        {choices.map((choice) => (
          <label key={choice.id} className="group relative flex min-h-6 items-start gap-2.5">
            <input
              type="radio"
              name={id}
              checked={choice.id === value}
              className="peer sr-only"
              onChange={() => onChange(choice.id)}
            />
            <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-surface peer-checked:border-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent">
              <span className="size-2 rounded-full group-has-checked:bg-accent" />
            </span>
            <span>
              {choice.name}
              {choice.note && <span className={`block ${hintClass}`}>{choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={`${id}-notes`} hint={hint} fault={fault} />
    </div>
  )
}
