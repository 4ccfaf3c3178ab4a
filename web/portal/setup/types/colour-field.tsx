import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { fieldClass, labelClass } from '#web/ui/form/field-classes.ts'

const colours: Readonly<Record<string, MessageDescriptor>> = {
  '#2F6FDE': msg`Blue`,
  '#0E8A8A': msg`Teal`,
  '#2E8B57': msg`Green`,
  '#B7791F': msg`Amber`,
  '#D9480F': msg`Orange`,
  '#C2255C': msg`Pink`,
  '#7A4FD0': msg`Purple`,
  '#5B6472': msg`Grey`,
}

export function ColourField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t, i18n } = useLingui()
  const id = useId()
  const choices = value in colours ? Object.keys(colours) : [value, ...Object.keys(colours)]
  return (
    <div role="radiogroup" aria-labelledby={id} className={fieldClass}>
      <span id={id} className={labelClass}>{t`Colour`}</span>
      <div className="flex flex-wrap gap-2">
        {choices.map((colour) => {
          const name = colours[colour]
          return (
            <label
              key={colour}
              className="relative grid size-8 place-items-center rounded-full border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={id}
                aria-label={name ? i18n._(name) : colour}
                checked={colour === value}
                className="sr-only"
                onChange={() => onChange(colour)}
              />
              <span className="size-5 rounded-full" style={{ backgroundColor: colour }} />
            </label>
          )
        })}
      </div>
    </div>
  )
}
