import { useState } from 'react'
import { Field, type FieldWords } from './field.tsx'
import { latinDigits } from './latin-digits.ts'

/**
 * A whole number, in the digits of any script: the browser's own field takes only those of the browser. Arrow keys count
 * up and down; what is typed is kept within its bounds when the field is left.
 */
export function NumberField({
  value,
  onChange,
  minValue,
  maxValue,
  ...words
}: FieldWords & {
  readonly name?: string
  /** Null while it is not filled in. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly minValue: number
  readonly maxValue: number
}) {
  /** The text while somebody types; otherwise `value` is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const bounded = (number: number) => Math.min(maxValue, Math.max(minValue, number))
  const read = (text: string) => {
    const digits = /\d+/.exec(latinDigits(text))?.[0]
    return digits === undefined ? null : bounded(Number(digits))
  }
  return (
    <Field name={undefined} {...words}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          role="spinbutton"
          aria-valuemin={minValue}
          aria-valuemax={maxValue}
          aria-valuenow={value ?? undefined}
          autoComplete="off"
          dir="ltr"
          name={words.name}
          value={typed ?? value ?? ''}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(read(target.value))
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
            if (step === 0) return
            event.preventDefault()
            setTyped(null)
            onChange(bounded((value ?? minValue - step) + step))
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  )
}
