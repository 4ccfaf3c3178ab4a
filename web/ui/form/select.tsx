import { useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { Field, type FieldWords } from './field.tsx'

/** @property lang the language of its name, when it is not that of the page */
export type Choice<Id extends string = string> = { readonly id: Id; readonly name: string; readonly lang?: string }

export type ChoiceProps<Id extends string> = FieldWords & {
  readonly name?: string
  readonly choices: readonly Choice<Id>[]
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly isDisabled?: boolean
}

/**
 * One of several choices, by the browser's own list, which can also be searched by typing. A value that is none of them,
 * such as a location that was removed since, shows as not chosen.
 */
export function Select<Id extends string>({ choices, value, onChange, isDisabled, ...words }: ChoiceProps<Id>) {
  const { t } = useLingui()
  const chosen = choices.find(({ id }) => id === value)
  return (
    <Field name={undefined} {...words}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            className={`${control.className} appearance-none pe-9 text-ellipsis`}
            name={words.name}
            disabled={isDisabled}
            value={chosen?.id ?? unchosen}
            onChange={({ target }) => {
              const choice = choices.find(({ id }) => id === target.value)
              if (choice) onChange(choice.id)
            }}
          >
            {chosen === undefined && <option value={unchosen} disabled>{t`Choose`}</option>}
            {choices.map(({ id, name, lang }) => (
              <option key={id} value={id} lang={lang}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={16}
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
          />
        </div>
      )}
    </Field>
  )
}

/** The id of no choice; an empty id may be one. */
const unchosen = '?'
