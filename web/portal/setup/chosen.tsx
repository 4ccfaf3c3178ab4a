import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'

/** All of something, or those that are ticked. */
export function Chosen({
  label,
  all,
  choices,
  isCode = false,
  value,
  onChange,
}: {
  readonly label: string
  readonly all: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  readonly isCode?: boolean
  /** Null: all. */
  readonly value: readonly string[] | null
  readonly onChange: (value: string[] | null) => void
}) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={label}
        choices={[
          { id: 'all', name: all },
          { id: 'chosen', name: t`Only what you choose` },
        ]}
        value={value === null ? 'all' : 'chosen'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {value !== null && (
        <div role="group" aria-label={label} className="flex flex-col gap-2 rounded-md bg-sunken px-4 py-3">
          {choices.map(({ id, name }) => (
            <Checkbox
              key={id}
              isSelected={value.includes(id)}
              onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))}
            >
              {isCode ? (
                <code dir="ltr" className="font-mono text-xs break-all">
                  {name}
                </code>
              ) : (
                name
              )}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}
