import type pg from 'pg'
import { runOnce, statement } from './db.ts'

/** Work that any process could do and one does. Two doing it must be harmless: a lease can be lost half-way. */
export type Lease = { readonly name: string; readonly ownerId: string; readonly forMs: number }

/** Takes a lease, or extends one's own, in real time. @returns false while another owner has it */
export async function takeLease(pool: pg.Pool, { name, ownerId, forMs }: Lease): Promise<boolean> {
  return (await runOnce(pool, upsertLease, [name, ownerId, forMs])).length > 0
}

/** Frees the lease at once. */
export async function giveUpLease(pool: pg.Pool, { name, ownerId }: Lease): Promise<void> {
  await runOnce(pool, deleteLease, [name, ownerId])
}

const upsertLease = statement(
  'take_lease',
  `insert into lease as l (name, owner_id, taken_until) values ($1, $2, now() + $3 * interval '1 millisecond')
   on conflict (name) do update set owner_id = excluded.owner_id, taken_until = excluded.taken_until
     where l.owner_id = excluded.owner_id or l.taken_until < now()
   returning true as taken`,
)
const deleteLease = statement('give_up_lease', 'delete from lease where name = $1 and owner_id = $2')
