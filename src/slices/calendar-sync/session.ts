import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, type HolderTx } from '#/kernel/postgres/db.ts'
import type { CalendarPlace } from './store.ts'

export type Synchronising = {
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  readonly services: Services
  /** Ends the call to a provider when work must stop. */
  readonly signal: AbortSignal
}

/** One calendar while this worker holds it. */
export type Session = Synchronising & { readonly place: CalendarPlace; readonly leaseId: string }

/** One transaction of the holder whose calendar it is. */
export function inTenant<T>({ pool, place }: Session, work: (tx: HolderTx) => Promise<T>): Promise<T> {
  return inTransaction(pool, { holder: place.platformHolderId }, work)
}
