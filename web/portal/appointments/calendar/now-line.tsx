import { useEffect, useState } from 'react'
import { now } from '#web/api/clock.ts'
import { minuteOf } from './lanes.ts'
import type { Scale } from './scale.ts'

/** A line at the present time, while that is on the scale. */
export function NowLine({ scale, timeZone }: { readonly scale: Scale; readonly timeZone: string }) {
  const [minute, setMinute] = useState(() => minuteOf(now(), timeZone))
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteOf(now(), timeZone)), 20_000)
    return () => clearInterval(timer)
  }, [timeZone])
  const fromTop = minute - scale.firstHour * 60
  if (fromTop < 0 || fromTop > scale.hours * 60) return null
  return (
    <li
      aria-hidden
      data-now
      className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-danger"
      style={{ top: scale.remOf(fromTop) }}
    />
  )
}
