import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction, openPool, statement } from '#/kernel/postgres/db.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { newId } from '#/kernel/ids.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import { productServices, productSettings } from '../product/product-settings.ts'
import { runSql } from './database.ts'

/** A platform holder to measure with. */
export type BenchHolder = { readonly id: string; readonly apiKey: string }

/** Makes active holders with a full API key each, through the product's own functions. */
export async function createHolders(databaseUrl: string, count: number): Promise<BenchHolder[]> {
  const scopes = productServices(productSettings(databaseUrl, { api: 0, admin: 0 })).scopes.platform_holder_user
  const pool = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 1,
    onIdleError: noteIdleError,
  })
  try {
    const holders: BenchHolder[] = []
    for (let number = 1; number <= count; number += 1) holders.push(await createOne(pool, number, scopes))
    return holders
  } finally {
    await pool.end()
  }
}

/** Signs in whoever is staff of the only holder, in a browser. */
export async function signInStaff(databaseUrl: string): Promise<{ sessionId: string; cookie: string }> {
  const [token, sessionId] = [randomBytes(32).toString('base64url'), randomUUID()]
  await runSql(
    databaseUrl,
    `insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, expires_at)
     select platform_holder_id, '${sessionId}', id, sha256('${token}'::bytea), now() + interval '12 hours' from staff_member`,
  )
  return { sessionId, cookie: `tijdig_session=${token}` }
}

/** Makes many active holders: copies, without staff, of one that the product made. @returns the ids of all */
export async function copyHolder(databaseUrl: string, count: number): Promise<string[]> {
  const [first] = await createHolders(databaseUrl, 1)
  if (!first) throw new Error('No holder was made')
  const copies = Array.from({ length: count - 1 }, () => newId())
  const owner = openPool({ databaseUrl, role: 'tijdig_operator', size: 1, onIdleError: noteIdleError })
  try {
    await inTransaction(owner, { holder: null }, async (tx) => {
      await tx.rows(copyHolders, [first.id, copies])
      await tx.rows(copyPolicies, [first.id, copies])
    })
  } finally {
    await owner.end()
  }
  return [first.id, ...copies]
}

function noteIdleError(error: Error): void {
  process.stderr.write(`${error.message}\n`)
}

const copyHolders = {
  ...statement(
    'bench_copy_holders',
    `insert into platform_holder (platform_holder_id, display_name, status, default_locale, default_timezone)
     select id, 'Praktijk ' || n, h.status, h.default_locale, h.default_timezone
     from platform_holder h, unnest($2::uuid[]) with ordinality as copy(id, n) where h.platform_holder_id = $1`,
  ),
  timeoutMs: 60_000,
}
const copyPolicies = {
  ...statement(
    'bench_copy_policies',
    `insert into reminder_policy (platform_holder_id, steps, quiet_hours, sms_sender)
     select id, p.steps, p.quiet_hours, p.sms_sender
     from reminder_policy p, unnest($2::uuid[]) as copy(id) where p.platform_holder_id = $1`,
  ),
  timeoutMs: 60_000,
}

function createOne(pool: pg.Pool, number: number, scopes: readonly string[]): Promise<BenchHolder> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    const id = await createHolder(tx, { displayName: `Praktijk ${number}` }, (t, holder) =>
      createDefaultPolicy(t, holder, '+3197010250000'),
    )
    await tx.rows(activate, [id])
    const staff = await inviteStaff(tx, id, `staff-${number}@holder.example`)
    const apiKey = await createApiKeyRow(tx, {
      platformHolderId: id,
      actorId: staff.id,
      name: 'Bench',
      scopes,
      days: 30,
    })
    return { id, apiKey }
  })
}

const activate = statement(
  'bench_activate',
  `update platform_holder set status = 'active' where platform_holder_id = $1`,
)
