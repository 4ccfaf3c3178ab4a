import { useEffect, useRef, useState } from 'react'
import { DayField } from '#web/ui/form/day-field.tsx'
import { isDay } from '#web/ui/time/days.ts'

/** The day that is shown, or the first of those. */
export function FirstDay({
  label,
  day: shown,
  onChange,
}: {
  readonly label: string
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}) {
  const [day, setDay] = useState(shown ?? null)
  const asked = useRef(shown)
  useEffect(() => {
    // Another address was opened; what is typed while the answer to this one comes stays.
    if (shown !== asked.current) setDay(shown ?? null)
    asked.current = shown
  }, [shown])
  // It is typed part by part, and a year begun is a year too: only what stays for a moment is looked for.
  useEffect(() => {
    if (day === asked.current || !isDay(day)) return undefined
    const timer = setTimeout(() => {
      asked.current = day
      onChange(day)
    }, 500)
    return () => clearTimeout(timer)
  }, [day])
  return <DayField label={label} value={day} onChange={setDay} />
}
