import { useQueryClient, type EnsureQueryDataOptions, type QueryKey } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { now } from '#web/api/clock.ts'
import { dayOf } from '#web/ui/time/days.ts'
import { useHolder, useProfile } from '../../holder.ts'
import type { AppointmentSearch } from '../appointment-queries.ts'

const route = getRouteApi('/shell/appointments')

export type DaySearch = AppointmentSearch & { readonly day: string }

/**
 * The search of the address, with today where it names no day, and that of what is on the screen: until the first one is
 * read, the page stays as it was, with the focus and what is open on it. (Not `useDeferredValue`: on a slow machine React
 * gave way to the skeleton all the same.)
 *
 * @param queryOf what the page reads of a search, the same function at each render; its error is the page's to show
 */
export function useShownSearch<Data, Key extends QueryKey>(
  queryOf: (holder: string, timeZone: string, search: DaySearch) => EnsureQueryDataOptions<Data, Error, Data, Key>,
) {
  const queries = useQueryClient()
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const search = route.useSearch()
  const day = search.day ?? dayOf(now(), defaultTimezone)
  const asked: DaySearch = useMemo(() => ({ ...search, day }), [search, day])
  const [shown, setShown] = useState(asked)
  useEffect(() => {
    let isWanted = true
    const show = () => isWanted && setShown(asked)
    void queries.ensureQueryData(queryOf(holder, defaultTimezone, asked)).then(show, show)
    return () => void (isWanted = false)
  }, [asked, queries, holder, defaultTimezone, queryOf])
  return { asked, shown, isBusy: asked !== shown }
}
