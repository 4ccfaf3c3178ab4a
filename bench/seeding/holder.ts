import type pg from 'pg'
import { inTransaction, openPool, statement } from '#/kernel/postgres/db.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import { productServices, productSettings } from '../product/product-settings.ts'

/** A platform holder to measure with. */
export type BenchHolder = { readonly id: string; readonly apiKey: string }

/** Makes active holders with a full API key each, through the product's own functions. */
export async function createHolders(databaseUrl: string, count: number): Promise<BenchHolder[]> {
  const scopes = productServices(productSettings(databaseUrl, { api: 0, admin: 0 })).scopes.platform_holder_user
  const pool = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 1,
    onIdleError: (error) => process.stderr.write(`${error.message}\n`),
  })
  try {
    const holders: BenchHolder[] = []
    for (let number = 1; number <= count; number += 1) holders.push(await createOne(pool, number, scopes))
    return holders
  } finally {
    await pool.end()
  }
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
