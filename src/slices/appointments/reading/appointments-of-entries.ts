import type { Page } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { selectView, toListed, type ViewRow } from './read-store.ts'

/**
 * Appointments of these entries of one person: those to come from the next one on, or those that began, the last first. One
 * more than the page.
 */
export async function listAppointmentsOfEntries(
  tx: HolderTx,
  entries: readonly string[],
  when: 'coming' | 'past',
  { after, size }: Pick<Page, 'after' | 'size'>,
) {
  const values = [tx.platformHolderId, entries, after?.[0] ?? null, after?.[1] ?? null, size + 1]
  return (await tx.rows(when === 'coming' ? selectComing : selectPast, values)).map(toListed)
}

const textOf = (isAhead: string, isAfter: string, order: string) => `${selectView('appointment')}
   where a.platform_holder_id = $1 and a.holder_recipient_id = any($2::uuid[]) and a.starts_at ${isAhead} (select tijdig_now())
     and ($3::timestamptz is null or (a.starts_at, a.id) ${isAfter} ($3::timestamptz, $4::uuid))
   order by a.starts_at ${order}, a.id ${order} limit $5`
const selectComing = statement<ViewRow>('list_coming_of_person', textOf('>', '>', 'asc'))
const selectPast = statement<ViewRow>('list_past_of_person', textOf('<=', '<', 'desc'))
