import { getRouteApi } from '@tanstack/react-router'
import { now } from '#web/api/clock.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useProfile } from '../../holder.ts'

const route = getRouteApi('/shell/appointments')

/** The search, with today where it names no day. */
export function useShownSearch() {
  const search = route.useSearch()
  const { defaultTimezone } = useProfile()
  return { ...search, day: search.day ?? dayOf(now(), defaultTimezone) }
}
