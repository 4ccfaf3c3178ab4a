import { queryOptions } from '@tanstack/react-query'
import { now } from '#web/api/clock.ts'
import { call } from '#web/api/client.ts'
import { addDays, dayOf, startOfDay } from '#web/ui/days.ts'
import type { Appointment } from '../appointments/delivery-pill.tsx'

export type Week = {
  /** Today and the six days after it, as local days of the organization. */
  readonly days: readonly string[]
  readonly appointments: readonly Appointment[]
  /** False where the days have more appointments than are read for one page. */
  readonly isComplete: boolean
}

const pagesMax = 5

/** The appointments of today and the six days after it. */
export function week(holder: string, timeZone: string) {
  return queryOptions({
    queryKey: ['listHolderAppointments', 'week', holder, timeZone],
    queryFn: ({ signal }) => readWeek(holder, timeZone, signal),
    refetchInterval: 60_000,
  })
}

async function readWeek(holder: string, timeZone: string, signal: AbortSignal): Promise<Week> {
  const today = dayOf(now(), timeZone)
  const span = { from: startOfDay(today, timeZone), to: startOfDay(addDays(today, 7), timeZone) }
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  const appointments: Appointment[] = []
  let pageToken: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...span, pageSize: '100', ...(pageToken === undefined ? {} : { pageToken }) }
    const answer = await call('listHolderAppointments', { params: { platformHolderId: holder }, query }, signal)
    appointments.push(...answer.items)
    if (answer.nextPageToken === null) return { days, appointments, isComplete: true }
    pageToken = answer.nextPageToken
  }
  return { days, appointments, isComplete: false }
}
