import { Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components'
import { useFault } from './faults.ts'
import type { Choice } from './select.tsx'
import { fieldClass, hintClass, labelClass } from './field-classes.ts'
import { FieldNotes, type FieldWords } from './text-field.tsx'

/** One of a few choices that are all seen at once. */
export function RadioGroup<Id extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
  ...props
}: FieldWords & {
  readonly name?: string
  readonly choices: readonly Choice<Id>[]
  readonly value: Id
  readonly onChange: (value: Id) => void
  readonly isDisabled?: boolean
}) {
  const fault = useFault(props.name)
  return (
    <AriaRadioGroup
      {...props}
      value={value}
      onChange={(id) => onChange(choices.find((choice) => choice.id === id)?.id ?? value)}
      isInvalid={fault !== null}
      className={fieldClass}
    >
      <Label className={labelClass}>{label}</Label>
      <div className="flex flex-col gap-2">
        {choices.map(({ id, name, note }) => (
          <Radio key={id} value={id} className="group flex min-h-6 items-start gap-2.5 data-disabled:opacity-60">
            <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-surface group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:border-accent">
              <span className="size-2 rounded-full group-data-selected:bg-accent" />
            </span>
            <span>
              {name}
              {note && <span className={`block ${hintClass}`}>{note}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes hint={hint} fault={fault} />
    </AriaRadioGroup>
  )
}
