import type pg from 'pg'
import { inTransaction, isDatabaseUnavailable, isDiskFull, statement } from '#/kernel/postgres/db.ts'

/** Why nothing can be stored in a database. */
export const databaseFaults = ['unreachable', 'disk_full', 'read_only', 'other'] as const
export type DatabaseFault = (typeof databaseFaults)[number]

/** The server takes no writes: a standby, or an old primary. Its code is PostgreSQL's `read_only_sql_transaction`. */
class ReadOnly extends Error {
  override readonly name = 'ReadOnly'
  override readonly message = 'The database takes no writes'
  readonly code = '25006'
}

/**
 * Finds out whether something can be stored: a megabyte is written to a file of its own and thrown away, in about a
 * millisecond. A row would not do, as it may find room in a file that exists. It leaves nothing behind and takes no lock.
 *
 * @throws Error of the database when nothing can be stored; ReadOnly
 */
export async function checkWritable(pool: pg.Pool): Promise<void> {
  const [row] = await inTransaction(pool, { holder: null }, async (tx) => {
    tx.send(littleMemory, [])
    return tx.rows(spill)
  })
  if (row?.isReadOnly) throw new ReadOnly()
}

export function databaseFaultOf(error: unknown): DatabaseFault {
  if (isDiskFull(error)) return 'disk_full'
  if (error instanceof ReadOnly) return 'read_only'
  return isDatabaseUnavailable(error) ? 'unreachable' : 'other'
}

const littleMemory = statement('little_memory', `set local work_mem = '64kB'`)
const spill = statement<{ isReadOnly: boolean; lines: number }>(
  'spill_to_disk',
  `select current_setting('transaction_read_only') = 'on' as is_read_only, count(*) as lines
   from unnest(array_fill(repeat('x', 8000), array[128]))`,
)
