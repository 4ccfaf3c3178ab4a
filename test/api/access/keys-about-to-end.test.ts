import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newId } from '#/kernel/ids.ts'
import { Client, inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import {
  createApiKeyRow,
  deactivateStaff,
  inviteStaff,
  mailKeyEnding,
  tellOfEndingKeys,
} from '#/slices/access/access.ts'
import { countKeysEnding, listKeysEnding } from '#/slices/access/api-keys/ending-store.ts'
import { callApi, eventually, mailsTo, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { jobCtx } from '../../job-ctx.ts'
import { newRecipientKey, openWorld, storeServiceAccount } from '../../operation-cases.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

/** A holder that listens to its events. */
async function listening(): Promise<TestHolder> {
  const holder = await product.createHolder({ displayName: 'Praktijk De Els' })
  await product.operator.query('insert into event_stream (platform_holder_id) values ($1)', [holder.id])
  return holder
}

/** A key that was made long ago and ends in so many days. @returns its id */
async function keyEnding(
  holder: TestHolder,
  days: number,
  { actorId = holder.actorId, name = 'Old', madeDaysAgo = 300 } = {},
) {
  const secret = await inTransaction(product.operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, { platformHolderId: holder.id, actorId, name, scopes: ['profile:read'], days: 300 }),
  )
  const { rows } = await product.operator.query<{ id: string }>(
    `update api_key set created_at = tijdig_now() - $2 * interval '1 day', expires_at = tijdig_now() + $3 * interval '1 day'
     where secret_sha256 = sha256($1::bytea) returning id`,
    [secret, madeDaysAgo, days],
  )
  return rows[0]!.id
}

const endsIn = (key: string, days: number) =>
  product.operator.query(`update api_key set expires_at = tijdig_now() + $2 * interval '1 day' where id = $1`, [
    key,
    days,
  ])

/** The notices that were given of a key, by its events, in order. */
async function noticesOf(key: string): Promise<number[]> {
  const { rows } = await product.operator.query<{ days: number }>(
    `select (data ->> 'daysLeft')::int as days from event
     where type = 'api_key.expiring' and subject_type = 'api_key' and subject_id = $1 order by id`,
    [key],
  )
  return rows.map(({ days }) => days)
}

const mailsAbout = async (email: string, name: string) =>
  (await mailsTo(product, email)).filter(({ text }) => text.includes(name))

/** Once no mail about a key waits to be written. */
async function untilMailed(): Promise<void> {
  const owner = new Client({ connectionString: product.databaseUrl })
  await owner.connect()
  try {
    const queued = 'select from graphile_worker.jobs where task_identifier = $1'
    await eventually(async () => (await owner.query(queued, [mailKeyEnding.task])).rowCount === 0)
  } finally {
    await owner.end()
  }
}

async function tell(): Promise<void> {
  while (await tellOfEndingKeys(product.operator, product.services));
}

test('the end of a key is told 30, 7 and 1 days before it, each once, by an event and a mail to its maker', async () => {
  const holder = await listening()
  const key = await keyEnding(holder, 31, { name: 'Practice system' })
  await tell()
  assert.deepEqual(await noticesOf(key), [])
  for (const [days, notices] of [
    [29.9, [30]],
    [8, [30]],
    [6.9, [30, 7]],
    [2, [30, 7]],
    [0.9, [30, 7, 1]],
    [0.1, [30, 7, 1]],
  ] as const) {
    await endsIn(key, days)
    await tell()
    await tell()
    assert.deepEqual(await noticesOf(key), notices, String(days))
  }
  await eventually(async () => (await mailsAbout(holder.staffEmail, 'Practice system')).length === 3)
  const [mail] = await mailsAbout(holder.staffEmail, 'Practice system')
  assert.match(mail?.text ?? '', /\/account\/keys\b/)
  assert.match(mail?.text ?? '', /Praktijk De Els/)
})

test('of a key of a service account those are told who can make the next one, and nobody who left', async () => {
  const holder = await listening()
  const address = (role: string) => `${role}-${randomUUID()}@holder.example`
  const roles = ['owner', 'admin', 'integrator', 'scheduler', 'viewer'] as const
  const staff = roles.map((role) => ({ role, email: address(role) }))
  const former = address('former')
  await inTransaction(product.operator, { holder: null }, async (tx) => {
    for (const { role, email } of staff) await inviteStaff(tx, holder.id, email, role)
    await inviteStaff(tx, holder.id, former)
    await deactivateStaff(tx, holder.id, former)
  })
  const { serviceAccountId, keyId } = await storeServiceAccount({ product, holder }, 'Nightly import')
  await endsIn(keyId, 6)
  await product.operator.query(`update api_key set created_at = tijdig_now() - interval '90 days' where id = $1`, [
    keyId,
  ])
  await tell()
  const told = [holder.staffEmail, ...staff.slice(0, 3).map(({ email }) => email)]
  for (const email of told) await eventually(async () => (await mailsAbout(email, 'Nightly import')).length === 1)
  const [mail] = await mailsAbout(holder.staffEmail, 'Nightly import')
  assert.match(mail?.text ?? '', new RegExp(`/account/keys/accounts/${serviceAccountId}`))
  await untilMailed()
  for (const email of [former, ...staff.slice(3).map((one) => one.email)])
    assert.deepEqual(await mailsTo(product, email), [], email)
  const { rows } = await product.operator.query<{ data: object }>('select data from event where subject_id = $1', [
    keyId,
  ])
  assert.partialDeepStrictEqual(rows[0]?.data, { daysLeft: 7 })
})

test('who can no longer make the next key of a service account when the mail is written gets none', async () => {
  const holder = await listening()
  const [colleague, maker] = [`colleague-${randomUUID()}@holder.example`, `maker-${randomUUID()}@holder.example`]
  const { serviceAccountId, keyId } = await storeServiceAccount({ product, holder }, 'Weekly import')
  const invited = await inTransaction(product.operator, { holder: null }, async (tx) => [
    await inviteStaff(tx, holder.id, colleague, 'integrator'),
    await inviteStaff(tx, holder.id, maker, 'viewer'),
  ])
  const own = await keyEnding(holder, 6, { actorId: invited[1]!.id, name: 'Of a viewer' })
  const ctx = jobCtx(product)
  const write = (apiKeyId: string, staffMemberId: string) =>
    mailKeyEnding.perform(ctx, { noticeId: newId(), platformHolderId: holder.id, apiKeyId, staffMemberId })
  try {
    await write(keyId, invited[0]!.id)
    assert.equal((await mailsAbout(colleague, 'Weekly import')).length, 1)
    await product.operator.query(`update staff_member set role = 'scheduler' where id = $1`, [invited[0]!.id])
    await write(keyId, invited[0]!.id)
    await write(keyId, serviceAccountId)
    assert.equal((await mailsAbout(colleague, 'Weekly import')).length, 1)
    await write(own, invited[1]!.id)
    assert.equal((await mailsAbout(maker, 'Of a viewer')).length, 1)
  } finally {
    await ctx.closeMail()
  }
})

test('of notices that are late the last alone is given', async () => {
  const holder = await listening()
  const key = await keyEnding(holder, 0.5)
  await tell()
  assert.deepEqual(await noticesOf(key), [1])
})

test('nothing is told that the maker has just said: a key for five days is told of on its last', async () => {
  const holder = await listening()
  const key = await keyEnding(holder, 5, { name: 'Five days', madeDaysAgo: 0 })
  const month = await keyEnding(holder, 30 - 0.01, { name: 'A month', madeDaysAgo: 0 })
  await tell()
  assert.deepEqual([await noticesOf(key), await noticesOf(month)], [[], []])
  await product.operator.query(`update api_key set created_at = tijdig_now() - interval '4 days' where id = $1`, [key])
  await endsIn(key, 0.9)
  await tell()
  assert.deepEqual(await noticesOf(key), [1])
})

test('nothing is told of keys that are revoked, replaced, over, or of people with appointments', async () => {
  const holder = await listening()
  const revoked = await keyEnding(holder, 5, { name: 'Revoked' })
  await product.operator.query('update api_key set revoked_at = tijdig_now() where id = $1', [revoked])
  const over = await keyEnding(holder, -1, { name: 'Over' })
  // Nobody uses it, and there is the next one.
  const unused = await keyEnding(holder, 5, { name: 'Unused' })
  await keyEnding(holder, 200, { name: 'Unused', madeDaysAgo: 1 })
  const switched = await keyEnding(holder, 5, { name: 'Switched' })
  const next = await keyEnding(holder, 200, { name: 'Switched', madeDaysAgo: 1 })
  const used = (key: string, ago: string) =>
    product.operator.query(`update api_key set last_used_at = tijdig_now() - $2::interval where id = $1`, [key, ago])
  await used(switched, '3 hours')
  await used(next, '1 minute')
  // The next one is there, and programs still call with the old one.
  const inUse = await keyEnding(holder, 5, { name: 'In use' })
  const waiting = await keyEnding(holder, 200, { name: 'In use', madeDaysAgo: 1 })
  await used(inUse, '1 minute')
  await used(waiting, '2 minutes')
  const world = await openWorld(product)
  await newRecipientKey(world, ['recipient:profile'])
  await product.operator.query(
    `update api_key set expires_at = tijdig_now() + interval '5 days', created_at = tijdig_now() - interval '90 days' where role = 'recipient'`,
  )
  await tell()
  for (const key of [revoked, over, unused, switched]) assert.deepEqual(await noticesOf(key), [])
  assert.deepEqual(await noticesOf(inUse), [7])
  const { rows } = await product.operator.query(
    `select from api_key where role = 'recipient' and told_days is not null`,
  )
  assert.equal(rows.length, 0)
  // What is counted for metrics and alert is what is listed and told.
  const listed = (await runOnce(product.operator, listKeysEnding)).filter((key) => key.platformHolderId === holder.id)
  assert.equal(listed.length, 1)
  const [counted] = await runOnce(product.operator, countKeysEnding)
  assert.ok((counted?.in7Days ?? 0) >= 1)
})

test('workers that tell at the same time tell each once', async () => {
  const holder = await listening()
  const { serviceAccountId: actorId } = await storeServiceAccount({ product, holder }, 'Race')
  const keys = await Promise.all(
    Array.from({ length: 150 }, (_, at) => keyEnding(holder, 5, { actorId, name: `Race ${at}.` })),
  )
  await Promise.all(Array.from({ length: 4 }, tell))
  const told = await Promise.all(keys.map(noticesOf))
  assert.deepEqual(
    told,
    keys.map(() => [7]),
  )
  const address = encodeURIComponent(holder.staffEmail)
  const mails = async (): Promise<{ text: string }[]> =>
    (await callApi(`${product.sandboxUrl}/inbox/email?limit=1000&to=${address}`, 'GET')).body.items
  await eventually(async () => (await mails()).length >= 150)
  const named = (await mails()).map(({ text }) => /Race (\d+)\./.exec(text)?.[1])
  assert.equal(named.length, 150)
  assert.equal(new Set(named).size, 150)
})
