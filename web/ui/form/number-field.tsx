import { useState } from 'react'
import { Field, type FieldWords } from './field.tsx'

/** A whole number. Arrow keys count up and down; what is typed is kept within its bounds when the field is left. */
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
  const read = (text: string) => (text === '' ? null : Math.min(maxValue, Math.max(minValue, Math.trunc(Number(text)))))
  return (
    <Field name={undefined} {...words}>
      {(control) => (
        <input
          {...control}
          type="number"
          dir="ltr"
          name={words.name}
          min={minValue}
          max={maxValue}
          value={typed ?? value ?? ''}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(read(target.value))
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  )
}
