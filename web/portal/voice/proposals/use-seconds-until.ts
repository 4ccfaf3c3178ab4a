import { useEffect, useState } from 'react'
import { now } from '#web/api/clock.ts'

/** Whole seconds until an instant by the clock of the server; 0 when it has passed. */
export function useSecondsUntil(instant: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(instant) - now().getTime()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), 1_000)
    return () => clearInterval(timer)
  })
  return seconds
}
