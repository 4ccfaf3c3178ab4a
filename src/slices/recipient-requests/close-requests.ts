import type { HolderTx } from '#/kernel/postgres/db.ts'
import { withdrawSuggestions } from '#/slices/suggestions/suggestions.ts'
import { supersedeRequests } from './close-store.ts'

type Changed = { readonly id: string; readonly hasRequests: boolean }

/**
 * Closes what was asked about an appointment that is moved, cancelled or now another person's, with the commit: the
 * open request is superseded, and proposed times are withdrawn.
 *
 * @param appointment locked, as it was before the change
 * @param isMoved true when it no longer awaits a new time
 */
export function closeRequests(tx: HolderTx, appointment: Changed, { isMoved }: { readonly isMoved: boolean }): void {
  if (!appointment.hasRequests) return
  supersedeRequests(tx, appointment.id, isMoved)
  withdrawSuggestions(tx, appointment.id)
}
