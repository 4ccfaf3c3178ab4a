import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { now } from '#web/api/clock.ts'
import { isDialogOpen } from '#web/ui/overlay/dialog.tsx'
import { dayOf } from '#web/ui/time/days.ts'
import { useHolder, useProfile } from '../holder.ts'
import { appointmentList, type AppointmentSearch } from './appointment-queries.ts'

type Place = { readonly id: string; readonly pageToken: string | undefined }

/** How many pages without a match are passed over on the way to the next one. */
const emptyPagesMax = 20

/**
 * Walks from an appointment to the ones before and after it in a list, across its pages: by buttons and, outside fields,
 * by the arrow keys.
 *
 * @param search the list; null where none was left behind
 * @param onGo shows another appointment of the list, with the token of its page
 */
export function useWalk(search: AppointmentSearch | null, appointmentId: string, onGo: (place: Place) => void) {
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const queries = useQueryClient()
  const today = dayOf(now(), defaultTimezone)
  const listAt = (pageToken: string | undefined) =>
    appointmentList(holder, defaultTimezone, { ...search, day: search?.day ?? today, pageToken })
  const { data } = useQuery({ ...listAt(search?.pageToken), enabled: search !== null })
  const isUnderWay = useRef(false)
  const [error, setError] = useState<unknown>(null)

  const at = data?.items.findIndex(({ id }) => id === appointmentId) ?? -1
  const canGo = (by: 1 | -1) => {
    if (data === undefined || at < 0) return false
    return data.items[at + by] !== undefined || (by === 1 ? data.nextPageToken : data.previousPageToken) !== null
  }
  const go = async (by: 1 | -1) => {
    if (isUnderWay.current || data === undefined || !canGo(by)) return
    const here = data.items[at + by]
    if (here) return onGo({ id: here.id, pageToken: search?.pageToken })
    isUnderWay.current = true
    try {
      setError(null)
      const found = await firstBeyond(by === 1 ? data.nextPageToken : data.previousPageToken, by)
      if (found) onGo(found)
    } catch (problem) {
      setError(problem)
    } finally {
      isUnderWay.current = false
    }
  }
  const firstBeyond = async (token: string | null, by: 1 | -1): Promise<Place | null> => {
    let pageToken = token
    for (let page = 0; page < emptyPagesMax && pageToken !== null; page += 1) {
      const { items, nextPageToken, previousPageToken } = await queries.fetchQuery(listAt(pageToken))
      const found = items.at(by === 1 ? 0 : -1)
      if (found) return { id: found.id, pageToken }
      pageToken = by === 1 ? nextPageToken : previousPageToken
    }
    return null
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=menu]') !== null
      if (by === null || isTyping || event.defaultPrevented || event.shiftKey || isDialogOpen() || !canGo(by)) return
      event.preventDefault()
      void go(by)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return {
    /** Undefined where there is none. */
    before: canGo(-1) ? () => void go(-1) : undefined,
    after: canGo(1) ? () => void go(1) : undefined,
    error,
  }
}
