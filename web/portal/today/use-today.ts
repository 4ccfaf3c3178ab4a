import { useEffect, useState } from 'react'
import { now } from '#web/api/clock.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useProfile } from '../holder.ts'

/** The present day of the organization. On a page that stays open overnight it becomes another one. */
export function useToday(): string {
  const { defaultTimezone } = useProfile()
  const [, setLooked] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setLooked(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return dayOf(now(), defaultTimezone)
}
