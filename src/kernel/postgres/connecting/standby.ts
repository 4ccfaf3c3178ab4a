import type pg from 'pg'
import type { Identity } from '#/kernel/context.ts'
import type { Log } from '#/kernel/log.ts'
import { endPool } from './connections.ts'
import {
  inTransaction,
  isConnectionFailure,
  openPool,
  type DatabaseRole,
  type TransactionOptions,
  type Tx,
} from '#/kernel/postgres/db.ts'
import { selectReplay } from '#/kernel/postgres/store.ts'

export type StandbyOptions = {
  readonly databaseUrl: string
  readonly role: DatabaseRole
  readonly size: number
  /** As of `openPool`. */
  readonly statementTimeoutMs?: number
  readonly log: Log
}

/** After a failure the standby is left alone for this long, so that not every request waits for it. */
const restMs = 30_000

/** A standby for reads that may be up to a minute old. */
export class Standby {
  readonly #pool: pg.Pool
  readonly #log: Log
  #restsUntil = 0

  constructor({ log, ...options }: StandbyOptions) {
    this.#log = log
    this.#pool = openPool({
      ...options,
      onIdleError: (error) => log.warn({ err: error, role: options.role }, 'connection to the standby lost'),
    })
  }

  /**
   * Reads there in one transaction; as `otherwise` says while it cannot be reached, is further behind, or cancels the read
   * for what it has to replay. A read that takes too long fails, and is not repeated on the primary, which it is to be kept from.
   */
  async read<T>(options: TransactionOptions, read: (tx: Tx) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#restsUntil) return otherwise()
    try {
      return await inTransaction(this.#pool, options, async (tx) => {
        // In this order, as a read may begin with how its transaction is isolated.
        const [result, [replay]] = await Promise.all([read(tx), tx.rows(selectReplay)])
        if (!replay?.isRecent) throw new Behind('The standby is more than a minute behind')
        return result
      })
    } catch (error) {
      if (!isOfStandby(error)) throw error
      // The next read may well not be in the way of what is replayed.
      if (!isRecoveryConflict(error)) this.#restsUntil = performance.now() + restMs
      this.#log.warn({ err: error }, 'the primary answers for the standby')
      return otherwise()
    }
  }

  end(): Promise<void> {
    return endPool(this.#pool)
  }
}

/** Whether a read failed for what the standby is or does, and not for what the read is. */
function isOfStandby(error: unknown): boolean {
  return error instanceof Behind || isRecoveryConflict(error) || (isConnectionFailure(error) && !isReadTimeout(error))
}

/** Of a transaction that only reads: "canceling statement due to conflict with recovery", and a deadlock with it. */
function isRecoveryConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '')
}

/** The connection's own clock, for a server that does not end a statement that took too long (57014). */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && /query read timeout/i.test(error.message)
}

/** A call's transaction, and whose rows it may see. */
type Reading<X extends Tx> = {
  readonly tx: X
  readonly identity: Identity
  readonly standby: Standby | null
}

/** What a call may read up to a minute late: on the standby where there is one, else in its own transaction. */
export function readBehind<X extends Tx, T>(
  { tx, identity, standby }: Reading<X>,
  read: (tx: X) => Promise<T>,
): Promise<T> {
  if (!standby) return read(tx)
  const { platformHolderId: holder, recipientId: recipient } = identity
  const options = { holder, recipient, locations: identity.role === 'recipient' ? null : identity.locations }
  return standby.read(
    options,
    (behind) => read({ ...tx, ...behind }),
    () => read(tx),
  )
}

class Behind extends Error {
  override readonly name = 'Behind'
}
