import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Label, Radio, RadioGroup } from 'react-aria-components'
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

/** The colour of a type in calendars. */
export function ColourField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t, i18n } = useLingui()
  const choices = value in colours ? Object.keys(colours) : [value, ...Object.keys(colours)]
  return (
    <RadioGroup value={value} onChange={onChange} orientation="horizontal" className={fieldClass}>
      <Label className={labelClass}>{t`Colour in calendars`}</Label>
      <div className="flex flex-wrap gap-2">
        {choices.map((colour) => {
          const name = colours[colour]
          return (
            <Radio
              key={colour}
              value={colour}
              aria-label={name ? i18n._(name) : colour}
              className="grid size-8 place-items-center rounded-full border-2 border-transparent data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent data-selected:border-accent"
            >
              <span className="size-5 rounded-full" style={{ backgroundColor: colour }} />
            </Radio>
          )
        })}
      </div>
    </RadioGroup>
  )
}
