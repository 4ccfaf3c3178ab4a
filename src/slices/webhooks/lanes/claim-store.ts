import type pg from 'pg'
import { bindHolders, inTransaction, runOnce, statement } from '#/kernel/postgres/db.ts'
import type { StoredSecret } from '#/slices/webhooks/secrets/secrets.ts'

/** An endpoint that this worker holds; `claimNo` tells its claim from every other. */
export type Claim = { readonly platformHolderId: string; readonly id: string; readonly claimNo: number }

/** How it is called. */
export type Called = {
  readonly url: string
  readonly secrets: readonly StoredSecret[]
  readonly maxInFlight: number
  readonly version: number
}

export type Claimed = Claim & Called & { readonly isFailing: boolean }

/** How long a claim is good for without being renewed. */
export const leaseMs = 60_000

const leased = `lease_until = now() + interval '${leaseMs} milliseconds'`
const calledColumns = 'e.platform_holder_id, e.id, e.claim_no, e.url, e.secrets, e.max_in_flight, e.version'

/**
 * Takes endpoints with something due, of all holders, the longest waiting first.
 *
 * @param isFailing whether of those whose last attempt failed, or of the others
 */
export async function claimEndpoints(pool: pg.Pool, size: number, isFailing: boolean): Promise<Claimed[]> {
  const claimed = await runOnce(pool, claim, [size, isFailing])
  return claimed.map((row) => ({ ...row, isFailing }))
}

const claim = statement<Claim & Called>(
  'claim_webhook_endpoints',
  `with due as (
     select platform_holder_id, id from webhook_endpoint
     where due_at <= now()
       and (lease_until is null or lease_until < now())
       and (failing_since is not null) = $2
       and status = 'enabled'
       and deleted_at is null
     order by due_at
     limit $1
     for no key update skip locked)
   update webhook_endpoint e set ${leased}, claim_no = e.claim_no + 1
   from due
   where e.platform_holder_id = due.platform_holder_id and e.id = due.id
   returning ${calledColumns}`,
)

/** Keeps endpoints for another while. @returns those that are still ours and may still be called */
export async function renewClaims(pool: pg.Pool, claims: readonly Claim[]): Promise<(Claim & Called)[]> {
  if (claims.length === 0) return []
  const values = [
    claims.map(({ platformHolderId }) => platformHolderId),
    claims.map(({ id }) => id),
    claims.map(({ claimNo }) => claimNo),
  ]
  return inTransaction(pool, { holder: null }, async (tx) => {
    bindHolders(tx, [...new Set(claims.map(({ platformHolderId }) => platformHolderId))])
    return tx.rows(renew, values)
  })
}

const renew = statement<Claim & Called>(
  'renew_webhook_claims',
  `update webhook_endpoint e set ${leased}
   from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as c (platform_holder_id, id, claim_no)
   where e.platform_holder_id = c.platform_holder_id
     and e.id = c.id
     and e.claim_no = c.claim_no
     and e.status = 'enabled'
     and e.deleted_at is null
   returning ${calledColumns}`,
)
