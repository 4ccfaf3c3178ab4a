import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { now } from '#web/api/clock.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useProfile } from '../../holder.ts'

const route = getRouteApi('/shell/appointments')

/**
 * The search of the address, with today where it names no day, and that of what is on the screen: until the first one is
 * read, the page stays as it was, with the focus and what is open on it.
 */
export function useShownSearch() {
  const search = route.useSearch()
  const { defaultTimezone } = useProfile()
  const day = search.day ?? dayOf(now(), defaultTimezone)
  const asked = useMemo(() => ({ ...search, day }), [search, day])
  const shown = useDeferredValue(asked)
  return { asked, shown, isBusy: asked !== shown }
}
