import { Client, inTransaction, openPool, statement } from '#/kernel/postgres/db.ts'
import { hmac } from '#/kernel/secrets/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { smsCodes } from '#/slices/recipient-sign-in/codes/challenge.ts'
import { codeHmac } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { runSql } from './database.ts'
import { productServices, productSettings } from '../product/product-settings.ts'
import { preparedCode } from '../measuring/request-plan.ts'
import { seededId } from './seed.ts'

/** Some seeded appointments of a holder's series: `count` of them, from `first` on, every `every`-th. */
export type Share = {
  readonly holderId: string
  readonly series: number
  readonly first: number
  readonly every: number
  readonly count: number
}

/** A recipient to measure with, who may read their own appointments. */
export type BenchRecipient = { readonly id: string; readonly apiKey: string }

/** Makes a recipient, and gives each share's appointments to one entry at its holder, linked to the recipient. */
export async function createRecipient(databaseUrl: string, shares: readonly Share[]): Promise<BenchRecipient> {
  const scopes = productServices(productSettings(databaseUrl, { api: 0, admin: 0 })).scopes.recipient
  const pool = openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 1,
    onIdleError: (error) => process.stderr.write(`${error.message}\n`),
  })
  const id = newId()
  try {
    const apiKey = await inTransaction(pool, { holder: null }, async (tx) => {
      await tx.rows(insertRecipient, [id])
      await tx.rows(linkProfile, [newId(), id])
      for (const { holderId, series, first, every, count } of shares) {
        const ids = Array.from({ length: count }, (_, index) => seededId(series, first + index * every))
        await tx.rows(giveToOne, [holderId, ids[0], ids])
        await tx.rows(link, [holderId, ids[0], id])
      }
      return createApiKeyRow(tx, { platformHolderId: null, actorId: id, name: 'Bench', scopes, days: 30 })
    })
    return { id, apiKey }
  } finally {
    await pool.end()
  }
}

const insertRecipient = statement(
  'bench_insert_recipient',
  `insert into recipient (id, display_name) values ($1, 'Sanne de Vries')`,
)
const linkProfile = statement(
  'bench_link_profile',
  'insert into recipient_profile_link (profile_id, recipient_id) values ($1, $2)',
)
const giveToOne = statement(
  'bench_give_to_one',
  'update appointment set holder_recipient_id = $2 where platform_holder_id = $1 and id = any($3::uuid[])',
)
const link = statement('bench_link', 'select apply_recipient_link($1, $2, $3)')

/** People whose codes are exchanged. */
const signingIn = 10_000

/**
 * Prepares challenges with a known code, of people who signed in before and are linked to a recipient.
 *
 * @returns a function that reopens all of them, and ends every session
 */
export async function prepareSignIns(databaseUrl: string, challenges: number): Promise<() => Promise<void>> {
  const { keys } = productServices(productSettings(databaseUrl, { api: 0, admin: 0 }))
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC -c synchronous_commit=off' })
  await client.connect()
  try {
    await client.query('create table bench_challenge (like login.challenge including defaults)')
    for (let first = 1; first <= challenges; first += chunk) {
      const numbers = Array.from({ length: Math.min(chunk, challenges - first + 1) }, (_, index) => first + index)
      await client.query(insertChallenges, [
        numbers.map((n) => seededId(1, n)),
        numbers.map((n) => hmac(keys.contact, phoneOf(n))),
        numbers.map(phoneOf),
        numbers.map((n) => codeHmac(keys, smsCodes, seededId(1, n), preparedCode)),
      ])
    }
    await client.query(
      `insert into login.profile (id, number_key, phone_number_e164, locale, created_at)
       select distinct on (number_key) id, number_key, phone_number_e164, 'nl', created_at from bench_challenge order by number_key, id`,
    )
    await client.query(
      `insert into recipient (id, display_name) select id, 'Recipient ' || id from login.profile order by id`,
    )
    await client.query(
      'insert into recipient_profile_link (profile_id, recipient_id) select id, id from login.profile order by id',
    )
  } finally {
    await client.end()
  }
  return async () => {
    await runSql(
      databaseUrl,
      'truncate login.challenge, login.session',
      'insert into login.challenge select * from bench_challenge',
      'vacuum (analyze) login.challenge, login.session, login.profile, recipient, recipient_profile_link',
    )
  }
}

const chunk = 5_000

function phoneOf(n: number): string {
  return `+3161${String(n % signingIn).padStart(7, '0')}`
}

const insertChallenges = `insert into bench_challenge (id, door, number_key, phone_number_e164, number_block, country, address_key, locale,
    code_hmac, message_state, sent_at, created_at, expires_at)
  select c.id, 'app', c.number_key, c.phone, left(c.phone, -3), 'NL', c.number_key, 'nl', c.code_hmac, 'sent', now(), now(), now() + interval '1 day'
  from unnest($1::uuid[], $2::bytea[], $3::text[], $4::bytea[]) as c (id, number_key, phone, code_hmac)`
