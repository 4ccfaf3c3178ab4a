import type pg from 'pg'
import { repeat } from '#/kernel/flow/repeat.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { elapsedMs, now } from '#/kernel/time/elapsed.ts'
import { leaseSeconds, renewLease, type Claim } from './lane-store.ts'

const renewMs = (leaseSeconds * 1_000) / 4

export type HeldLease = {
  /** False once another worker may have it: also after this process was frozen for as long as the lease. */
  isOurs(): boolean
  stop(): Promise<void>
}

/** Renews the lease of an endpoint while its lane works. */
export function holdLease(pool: pg.Pool, claim: Claim, onFailure: (error: unknown) => void): HeldLease {
  let renewedAt = now()
  let isLost = false
  const renewals = repeat(async () => {
    // It was just taken.
    if (elapsedMs(renewedAt) < renewMs / 2) return renewMs
    const askedAt = now()
    try {
      const isOurs = await inTransaction(pool, { holder: claim.platformHolderId }, (tx) => renewLease(tx, claim))
      if (isOurs) renewedAt = askedAt
      else isLost = true
    } catch (error) {
      onFailure(error)
    }
    return renewMs
  })
  return {
    isOurs: () => !isLost && elapsedMs(renewedAt) < leaseSeconds * 1_000,
    stop: () => renewals.stop(),
  }
}
