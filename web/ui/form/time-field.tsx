import { use, useState } from 'react'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatTimeOfDay } from '#web/ui/time/dates.ts'
import { addMinutes, readTimeOfDay } from '#web/ui/time/read-time.ts'
import type { FieldWords } from './field.tsx'
import { Faults } from './faults.ts'
import { TextField } from './text-field.tsx'

const stepMinutes = 5

/**
 * A time of day on the clock of a place, in the twelve or twenty-four hours of its region: the browser's own field has
 * those of the browser. It is typed in any usual way and shown as times are written once the field is left; the arrow
 * keys change it by five minutes.
 */
export function TimeField({
  value,
  onChange,
  timeZone,
  ...props
}: FieldWords & {
  readonly name: string
  /** `14:30`; null while it is not filled in or cannot be read. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly timeZone: string
  readonly isRequired?: boolean
}) {
  const locale = currentLocale()
  const faults = use(Faults)
  /** The text while somebody types, or when it cannot be read; otherwise `value` is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(true)
  const isUnread = isLeft && value === null && typed !== null && typed.trim() !== ''
  const write = (time: string) => formatTimeOfDay(time, locale, timeZone)
  return (
    <Faults value={isUnread ? [{ path: props.name, code: 'invalid_format' }] : faults}>
      <TextField
        {...props}
        // Times are written from the left within the text around them, in every language.
        dir={undefined}
        inputMode={write('13:00').startsWith('13') ? 'numeric' : 'text'}
        autoComplete="off"
        placeholder={write('10:30')}
        value={typed ?? (value === null ? '' : write(value))}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true)
          if (value !== null) setTyped(null)
        }}
        onChange={(text) => {
          setTyped(text)
          onChange(readTimeOfDay(text, locale, timeZone))
        }}
        onKeyDown={(event) => {
          const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (steps === 0 || value === null) return
          event.preventDefault()
          setTyped(null)
          onChange(addMinutes(value, steps * stepMinutes))
        }}
      />
    </Faults>
  )
}
