import { idOrNil } from '#/kernel/ids.ts'
import type { Page, Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Span } from '#/kernel/time/span.ts'
import type { AnsweredCall } from './call-writer.ts'

const callColumns = columns(
  'request_log',
  'c.answered_at, c.id, c.request_id, c.operation, c.method, c.path, c.status, c.error_code, c.faults, c.duration_ms, c.key_id, c.network, c.client',
)

/** `keyName` is null once the key is erased. */
export type CallRow = Omit<RowOf<typeof callColumns>, 'faults'> &
  Pick<AnsweredCall, 'faults'> & { readonly keyName: string | null }

export type CallFilter = Span & {
  readonly requestId?: string
  readonly status?: '2xx' | '4xx' | '5xx'
  readonly keyId?: string
  readonly operation?: string
}

type Listed = { readonly rows: CallRow[]; readonly searchedTo: Position | null }

/** How many calls one page looks at, where no index answers all filters. */
const searchedMax = 5_000

/**
 * Newest first, one row more than the page. One of the filters is answered by its index; others are looked for among
 * `searchedMax` calls at most, however rare the matches are.
 *
 * @returns with `searchedTo`, where to go on when it looked at that many and the page is not full
 */
export async function listCalls(
  tx: HolderTx,
  filter: CallFilter,
  { after, size }: Pick<Page, 'after' | 'size'>,
): Promise<Listed> {
  const { byIndex, among } = divided(filter)
  const inOrder = compose([...byIndex, ...spanOf(filter)], [tx.platformHolderId], after)
  const sought = compose(among, inOrder.values)
  const isSearch = among.length > 0
  // One of two literal limits: with the limit as a parameter the statement would be planned for every call.
  const rowsMax = size < 26 ? 26 : 101
  const from = isSearch
    ? `(select * from request_log c where ${inOrder.where} ${newestFirst} limit ${searchedMax})`
    : 'request_log'
  // The name tells the combination of filters apart, so that each is planned once per connection.
  const select = statement<CallRow>(
    `list_request_log_${rowsMax}_${inOrder.name}_${sought.name}`,
    `select ${callColumns}, k.name as key_name
     from ${from} c
     left join api_key k on k.platform_holder_id = c.platform_holder_id and k.id = c.key_id
     where ${isSearch ? sought.where : inOrder.where} ${newestFirst} limit ${rowsMax}`,
  )
  const rows = (await tx.rows(select, sought.values)).slice(0, size + 1)
  if (rows.length > size || !isSearch) return { rows, searchedTo: null }
  const selectLast = statement<Placed>(
    `search_request_log_end_${inOrder.name}`,
    `select c.answered_at, c.id from request_log c where ${inOrder.where} ${newestFirst} offset ${searchedMax - 1} limit 1`,
  )
  const [last] = await tx.rows(selectLast, inOrder.values)
  return { rows, searchedTo: last ? positionOf(last) : null }
}

type Placed = Pick<CallRow, 'answeredAt' | 'id'>

/** Its place in the order. */
export function positionOf({ answeredAt, id }: Placed): Position {
  return [answeredAt.toString(), id]
}

const newestFirst = 'order by c.answered_at desc, c.id desc'

type Condition = readonly [key: string, sql: (parameter: string) => string, value: unknown]

/** The filter that leaves fewest, which has an index in order of time, and the others. */
function divided({ requestId, status, keyId, operation }: CallFilter) {
  const refused = status === '2xx' ? undefined : status
  const [first, ...others] = used([
    ['request', (p) => `c.request_id = ${p}`, requestId],
    ['refused', (p) => `c.status >= 400 and c.hundreds = ${p}::integer`, refused?.charAt(0)],
    ['key', (p) => `c.key_id = ${p}::uuid`, idOrNil(keyId)],
    ['operation', (p) => `c.operation = ${p}`, operation],
  ])
  // Most calls succeed, so that no index is needed to find them.
  const served = used([['served', (p) => `(c.status < 400) = ${p}::boolean`, status === '2xx' || undefined]])
  return { byIndex: first ? [first] : [], among: [...others, ...served] }
}

function spanOf({ from, to }: Span): Condition[] {
  return used([
    ['from', (p) => `c.answered_at >= ${p}::timestamptz`, from],
    ['to', (p) => `c.answered_at < ${p}::timestamptz`, to],
  ])
}

function used(conditions: readonly Condition[]): Condition[] {
  return conditions.filter(([, , value]) => value !== undefined)
}

/** @param before values that have their parameters already; the first is the holder */
function compose(conditions: readonly Condition[], before: readonly unknown[], after: Position | null = null) {
  const values = [...before, ...conditions.map(([, , value]) => value)]
  const where = [
    'c.platform_holder_id = $1',
    ...conditions.map(([, sql], index) => sql(`$${before.length + index + 1}`)),
  ]
  if (after) where.push(`(c.answered_at, c.id) < ($${values.length + 1}::timestamptz, $${values.length + 2}::uuid)`)
  return {
    name: [...conditions.map(([key]) => key), ...(after ? ['after'] : [])].join('_') || 'all',
    where: where.join(' and '),
    values: [...values, ...(after ?? [])],
  }
}
