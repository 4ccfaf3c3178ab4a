import { useQueryClient } from '@tanstack/react-query'
import { read, type ItemOf } from '#web/api/client.ts'
import { now } from '#web/api/clock.ts'

export type { OwnAppointment } from '#web/ui/appointment/layout.ts'
export type ListedAppointment = ItemOf<'listRecipientAppointments'>

/** The start of this hour: a stable part of query keys, so that lists are not read at every look. */
export function presentHour(): string {
  const hour = now()
  hour.setMinutes(0, 0, 0)
  return hour.toISOString()
}

export function ahead() {
  return read('listRecipientAppointments', { query: { from: presentHour(), pageSize: '100' } })
}

export function own(appointmentId: string) {
  return read('getRecipientAppointment', { params: { appointmentId } })
}

/** What the person asked at all organizations, the newest first. */
export function ownRequests() {
  return read('listRecipientRequests', { query: { pageSize: '100' } })
}

/** Times that organizations propose. */
export function proposals() {
  return read('listRecipientSuggestions', { query: { pageSize: '25' } })
}

/** Invalidates everything that shows appointments. */
export function useAppointmentsChanged() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['listRecipientAppointments', 'getRecipientAppointment', 'getRecipientRequest', 'listRecipientRequests'].map(
        (id) => queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    )
}
