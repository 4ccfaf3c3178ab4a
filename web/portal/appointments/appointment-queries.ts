import { read, type DataOf } from '#web/api/client.ts'
import { isDay, startOfDay } from '#web/ui/time/days.ts'
import { queryOf, readFilters, type AppointmentFilters } from './filters.ts'

/** Which appointments are shown. */
export type AppointmentSearch = AppointmentFilters & {
  readonly view?: 'day' | 'week'
  /** The first day, `2026-11-24`; today when left out. */
  readonly day?: string
  readonly pageToken?: string
  /** Id of the appointment that is open beside the list. */
  readonly open?: string
}

/** The search of an address, without its invalid parts. */
export function readSearch(given: Record<string, unknown>): AppointmentSearch {
  const { view, day, pageToken, open } = given
  return {
    ...readFilters(given),
    view: view === 'day' || view === 'week' ? view : undefined,
    day: isDay(day) ? day : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
    open: typeof open === 'string' ? open : undefined,
  }
}

/** A page of appointments from a day on. */
export function appointmentList(
  holder: string,
  timeZone: string,
  { day = '', pageToken, ...filters }: AppointmentSearch,
) {
  return read('listHolderAppointments', {
    params: { platformHolderId: holder },
    query: {
      from: startOfDay(day, timeZone),
      pageSize: '50',
      ...queryOf(filters),
      ...(pageToken ? { pageToken } : {}),
    },
  })
}

export function oneAppointment(holder: string, appointmentId: string) {
  return read('getHolderAppointment', { params: { platformHolderId: holder, appointmentId } })
}

export type Reminder = DataOf<'listHolderAppointmentReminders'>['items'][number]

/** An appointment's messages, of the present plan and of earlier ones. */
export function remindersOf(holder: string, appointmentId: string) {
  return read('listHolderAppointmentReminders', {
    params: { platformHolderId: holder, appointmentId },
    query: { pageSize: '100' },
  })
}

export type Call = DataOf<'getHolderAppointmentCalls'>['items'][number]

/** Calls that staff noted with an appointment. */
export function callsAbout(holder: string, appointmentId: string) {
  return read('getHolderAppointmentCalls', { params: { platformHolderId: holder, appointmentId } })
}

/** Queries to invalidate after a change of an appointment. */
export const changedByAppointment = [
  'getHolderAppointment',
  'listHolderAppointments',
  'getHolderAppointmentCounts',
  'listHolderAppointmentReminders',
  'listHolderRecipientRequests',
  'getHolderAppointmentCalls',
  'listHolderCalls',
  'getHolderPerson',
  'listHolderPersonAppointments',
  'listHolderPersonMessages',
] as const
