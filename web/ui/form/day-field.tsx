import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { part } from '#web/api/part.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { fieldClass, inputClass, labelClass } from './field-classes.ts'

const DatePicker = lazy(async () => ({ default: (await part(() => import('./date-picker.tsx'))).DatePicker }))

type DayFieldProps = {
  readonly label: string
  /** As ISO 8601 writes it; null while it is not filled in. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** A day that is more often read than changed: the picker, the largest part of a page that has one, comes when it is pressed. */
export function DayField(props: DayFieldProps) {
  const [isPicked, setPicked] = useState(false)
  const shown = <ShownDay {...props} onPress={() => setPicked(true)} />
  if (!isPicked) return shown
  return (
    <Suspense fallback={shown}>
      <DatePicker {...props} autoFocus />
    </Suspense>
  )
}

function ShownDay({ label, value, onPress }: DayFieldProps & { readonly onPress: () => void }) {
  const id = useId()
  return (
    <div className={fieldClass}>
      <span id={`${id}-label`} className={labelClass}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        aria-labelledby={`${id}-label ${id}`}
        className={`${inputClass} flex items-center gap-2 text-start`}
        onClick={onPress}
      >
        <span className="flex-1">{value && formatShortDay(`${value}T12:00Z`, currentLocale(), 'UTC')}</span>
        <CalendarDays aria-hidden size={16} className="text-muted" />
      </button>
    </div>
  )
}
