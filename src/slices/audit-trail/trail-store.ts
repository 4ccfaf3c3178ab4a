import { idOrNil } from '#/kernel/ids.ts'
import type { Page, Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { BoundedSpan } from '#/kernel/time/span.ts'

const trailColumns = columns(
  'audit_event',
  'e.id, e.at, e.action, e.outcome, e.actor_kind, e.actor_id, e.actor_role, e.credential, e.credential_id, e.network, e.request_id, e.subjects',
)

/** `actorName` and `keyName` are those of now; null for nobody of staff, no key, and once they are erased. */
export type TrailRow = RowOf<typeof trailColumns> & {
  readonly actorName: string | null
  readonly keyName: string | null
}

export type TrailFilter = BoundedSpan & {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
}

export type Listed = { readonly rows: TrailRow[]; readonly searchedTo: Position | null }

/** How many entries one page looks at for an action, which has no index. */
const searchedMax = 5_000

/**
 * Newest first, one row more than the page.
 *
 * @returns with `searchedTo`, where to go on when it looked at so many for an action that the page is not full
 */
export async function listTrail(
  tx: HolderTx,
  filter: TrailFilter,
  page: Pick<Page, 'after' | 'size'>,
): Promise<Listed> {
  if (filter.subject !== undefined) return { rows: await listOfSubject(tx, filter, page), searchedTo: null }
  const inOrder = compose(filter, page.after, tx.platformHolderId)
  const { action } = filter
  const values = action === undefined ? inOrder.values : [...inOrder.values, action]
  // Literal limits: with the limit as a parameter the statement would be planned for every call.
  const rowsMax = page.size < 26 ? 26 : page.size < 101 ? 101 : 1_001
  const select = statement<TrailRow>(
    `list_trail_${rowsMax}_${inOrder.name}${action === undefined ? '' : '_action'}`,
    `${named(`select * from audit_event e where ${inOrder.where} ${newestFirst} limit ${action === undefined ? rowsMax : searchedMax}`)}
     ${action === undefined ? '' : `where e.action = $${values.length}`} ${newestFirst} limit ${rowsMax}`,
  )
  const rows = (await tx.rows(select, values)).slice(0, page.size + 1)
  if (rows.length > page.size || action === undefined) return { rows, searchedTo: null }
  const selectLast = statement<Placed>(
    `search_trail_end_${inOrder.name}`,
    `select e.at, e.id from audit_event e where ${inOrder.where} ${newestFirst} offset ${searchedMax - 1} limit 1`,
  )
  const [last] = await tx.rows(selectLast, inOrder.values)
  return { rows, searchedTo: last ? positionOf(last) : null }
}

type Placed = Pick<TrailRow, 'at' | 'id'>

/** Its place in the order. */
export function positionOf({ at, id }: Placed): Position {
  return [at.toString(), id]
}

const newestFirst = 'order by e.at desc, e.id desc'

/** Entries with the names that staff and keys have now. */
function named(entries: string): string {
  return `select ${trailColumns}, coalesce(s.name, s.email) as actor_name, k.name as key_name
     from (${entries}) e
     left join staff_member s on s.platform_holder_id = e.platform_holder_id and s.id = e.actor_id and e.actor_kind = 'staff'
     left join api_key k on k.platform_holder_id = e.platform_holder_id and k.id = e.credential_id and e.credential = 'api_key'`
}

const selectOfSubject = statement<TrailRow>(
  'list_trail_of_subject',
  `${named('select * from list_trail_of_subject($1, $2, $3, $4, $5, $6, $7, $8)')} ${newestFirst}`,
)

async function listOfSubject(
  tx: HolderTx,
  { subject, from, to, actor, action }: TrailFilter,
  { after, size }: Pick<Page, 'after' | 'size'>,
): Promise<TrailRow[]> {
  const filters = [idOrNil(actor) ?? null, action === undefined ? null : [action]]
  const [at = null, id = null] = after ?? []
  return tx.rows(selectOfSubject, [idOrNil(subject), from, to, ...filters, at, id, size + 1])
}

/** The months of a page that is no first one end where that begins, so that later ones are not looked at. */
function compose({ from, to, actor }: TrailFilter, after: Position | null, holder: string) {
  const values: unknown[] = [holder, from, to]
  const where = ['e.platform_holder_id = $1', 'e.at >= $2::timestamptz', 'e.at < $3::timestamptz']
  const names: string[] = []
  if (actor !== undefined) {
    values.push(idOrNil(actor))
    where.push(`e.actor_id = $${values.length}::uuid`)
    names.push('actor')
  }
  if (after) {
    values.push(...after)
    const [at, id] = [`$${values.length - 1}::timestamptz`, `$${values.length}::uuid`]
    where.push(`e.at <= ${at}`, `(e.at, e.id) < (${at}, ${id})`)
    names.push('after')
  }
  return { name: names.join('_') || 'all', where: where.join(' and '), values }
}
