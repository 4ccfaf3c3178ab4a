import { useLingui } from '@lingui/react/macro'
import { Field, type FieldWords } from './field.tsx'

export type Choice<Id extends string = string> = { readonly id: Id; readonly name: string }

export type ChoiceProps<Id extends string> = FieldWords & {
  readonly name?: string
  readonly choices: readonly Choice<Id>[]
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly isDisabled?: boolean
}

/** One of several choices, by the list of the browser or telephone, which also finds what one types. */
export function Select<Id extends string>({ choices, value, onChange, isDisabled, ...words }: ChoiceProps<Id>) {
  const { t } = useLingui()
  return (
    <Field name={undefined} {...words}>
      {(control) => (
        <select
          {...control}
          name={words.name}
          disabled={isDisabled}
          value={value ?? unchosen}
          onChange={({ target }) => {
            const chosen = choices.find(({ id }) => id === target.value)
            if (chosen) onChange(chosen.id)
          }}
        >
          {value === null && <option value={unchosen} disabled>{t`Choose`}</option>}
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** No choice has it as its id; the empty one can be chosen. */
const unchosen = '?'
