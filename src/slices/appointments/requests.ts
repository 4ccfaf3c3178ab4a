import type { HolderTx } from '#/kernel/postgres/db.ts'
import { supersedeRequests } from '#/slices/recipient-requests/recipient-requests.ts'
import { withdrawSuggestions } from '#/slices/suggestions/suggestions.ts'
import type { Appointment } from './appointment.ts'
import { noteClosedRequest, noteClosedRequestsOfEntry } from './request-store.ts'

/**
 * Closes what was asked about an appointment that is moved, cancelled or now another person's, with the commit: the
 * open request is superseded, and proposed times are withdrawn.
 *
 * @param appointment locked, as it was before the change
 */
export function closeRequests(tx: HolderTx, appointment: Appointment): void {
  if (!appointment.hasRequests) return
  void supersedeRequests(tx, [appointment.id])
  noteClosedRequest(tx, appointment)
  withdrawSuggestions(tx, appointment.id)
}

/**
 * Closes what a person asked about the appointments of an entry that is no longer theirs: open requests are superseded.
 * The caller has locked the appointments.
 *
 * @returns how many requests were open
 */
export async function closeRequestsOfEntry(tx: HolderTx, holderRecipientId: string): Promise<number> {
  return supersedeRequests(tx, await noteClosedRequestsOfEntry(tx, holderRecipientId))
}
