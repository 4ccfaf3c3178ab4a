import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { createApiKeySecret } from '#/slices/access/api-keys/api-key-secret.ts'
import {
  signInRecipient,
  signInRecipientBrowser,
  shareTestProduct,
  startTestProduct,
  type TestProduct,
  type TestRecipient,
} from '../../harness.ts'
import { testDatabase } from '../../postgres.ts'
import { send, type Reply } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

let numbers = 0
/** A new number for each use; the twins treat those that end in 7 as ordinary. */
const newNumber = () => `+316${21_000_007 + ++numbers * 1_010}`

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const me = (headers: Record<string, string>, at = product.baseUrl) => send(`${at}/api/v1/me`, { headers })
const keys = (method: string, headers: Record<string, string>, path = '', body?: unknown) =>
  send(`${product.baseUrl}/api/v1/api-keys${path}`, { method, headers, ...(body ? { body } : {}) })

function assertRefused(reply: Reply, status: number, code: string): void {
  assert.deepEqual([reply.status, reply.body.error?.code], [status, code], reply.text)
}

/** A linked recipient who can sign in. */
async function newRecipient(at = product): Promise<{ recipient: TestRecipient; number: string }> {
  const number = newNumber()
  return { recipient: await at.createRecipient({ phoneNumberE164: number }), number }
}

test('the token of a linked profile opens the data API with the scopes of a recipient, and none for keys', async () => {
  const { recipient, number } = await newRecipient()
  const token = await signInRecipient(product, number)
  const { status, body } = await me(bearer(token))
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    actorId: recipient.id,
    role: 'recipient',
    platformHolderId: null,
    recipientId: recipient.id,
    scopes: product.services.scopes.recipient.filter((scope) => !scope.startsWith('api-keys:')),
    staffRole: null,
    locationIds: null,
    isTest: false,
    authentication: 'recipient_session',
  })
  const { rows } = await product.login.query('select id from login.profile where phone_number_e164 = $1', [number])
  assert.notEqual(rows[0]?.id, recipient.id, 'a profile is not a recipient')
})

test('a token administers no keys', async () => {
  const { number } = await newRecipient()
  const headers = bearer(await signInRecipient(product, number))
  assertRefused(await keys('GET', headers), 403, 'BROWSER_SESSION_REQUIRED')
  assertRefused(await keys('POST', headers, '', {}), 403, 'BROWSER_SESSION_REQUIRED')
})

test('a token opens nothing of a platform holder', async () => {
  const { number } = await newRecipient()
  const holder = await product.createHolder()
  const token = await signInRecipient(product, number)
  const reply = await send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}`, { headers: bearer(token) })
  assertRefused(reply, 403, 'ROLE_FORBIDDEN')
})

test('a token lives one hour by the clock of the product', async () => {
  const { number } = await newRecipient()
  const token = await signInRecipient(product, number)
  await product.clock.advance('PT59M50S')
  assert.equal((await me(bearer(token))).status, 200)
  await product.clock.advance('PT10S')
  assertRefused(await me(bearer(token)), 401, 'INVALID_RECIPIENT_SESSION')
})

test('a blocked profile, a deleted recipient and an ended link are refused on the very next call', async () => {
  const { recipient, number } = await newRecipient()
  const token = await signInRecipient(product, number)
  const status = (value: string) =>
    product.login.query('update login.profile set status = $2 where phone_number_e164 = $1', [number, value])
  await status('inactive')
  assertRefused(await me(bearer(token)), 401, 'INVALID_RECIPIENT_SESSION')
  await status('active')
  assert.equal((await me(bearer(token))).status, 200)
  await product.operator.query(`update recipient set status = 'deleted' where id = $1`, [recipient.id])
  assertRefused(await me(bearer(token)), 401, 'INVALID_RECIPIENT_SESSION')
  await product.operator.query(`update recipient set status = 'active' where id = $1`, [recipient.id])
  await product.operator.query('delete from recipient_profile_link where recipient_id = $1', [recipient.id])
  const unlinked = await me(bearer(token))
  assertRefused(unlinked, 403, 'RECIPIENT_SESSION_NOT_LINKED')
})

test('tokens and cookies stand for themselves only, and no bad bearer falls back to a good cookie', async () => {
  const { number } = await newRecipient()
  const token = await signInRecipient(product, number)
  const cookie = await signInRecipientBrowser(product, number)
  const secret = cookie.split('=')[1] ?? ''
  assertRefused(await me({ cookie: `tijdig_session=${token}` }), 401, 'UNAUTHENTICATED')
  assertRefused(await me(bearer(secret)), 401, 'INVALID_RECIPIENT_SESSION')
  assertRefused(await me({ cookie, ...bearer('a'.repeat(43)) }), 401, 'INVALID_RECIPIENT_SESSION')
  assertRefused(await me({ cookie, ...bearer(createApiKeySecret()) }), 401, 'UNAUTHENTICATED')
  const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  assertRefused(await me(bearer(altered)), 401, 'INVALID_RECIPIENT_SESSION')
})

test('a browser session of a recipient carries the whole role, and ends after a day idle or fourteen in all', async () => {
  const { recipient, number } = await newRecipient()
  const cookie = await signInRecipientBrowser(product, number)
  const { body } = await me({ cookie })
  assert.deepEqual(
    [body.data.authentication, body.data.recipientId, body.data.scopes],
    ['session', recipient.id, product.services.scopes.recipient],
  )
  const session = await send(`${product.baseUrl}/auth/session`, { headers: { cookie } })
  const { now, ...described } = session.body.data
  assert.ok(Temporal.Instant.from(now))
  assert.deepEqual(described, {
    actorId: recipient.id,
    role: 'recipient',
    platformHolderId: null,
    environment: 'test',
    recipientId: recipient.id,
  })
  await product.clock.advance('P3D')
  assert.equal((await me({ cookie })).status, 200, 'a jump of the test clock signs nobody out')
  const age = (sql: string) =>
    product.login.query(
      `update login.session set ${sql} where token_sha256 = sha256($1::bytea) returning expires_at - created_at as life`,
      [cookie.split('=')[1]],
    )
  await age(`last_seen_at = now() - interval '23 hours 59 minutes'`)
  assert.equal((await me({ cookie })).status, 200)
  await age(`last_seen_at = now() - interval '23 hours 59 minutes'`)
  assert.equal((await me({ cookie })).status, 200, 'and each use counts')
  await age(`last_seen_at = now() - interval '23 hours 59 minutes'`)
  assert.equal((await me({ cookie, 'x-tijdig-background': '1' })).status, 200)
  await age(`last_seen_at = last_seen_at - interval '2 minutes'`)
  assertRefused(await me({ cookie }), 401, 'SESSION_EXPIRED')
  await age(`last_seen_at = now(), expires_at = now() + interval '1 minute'`)
  assert.equal((await me({ cookie })).status, 200)
  await age(`expires_at = now()`)
  assertRefused(await me({ cookie }), 401, 'SESSION_EXPIRED')
})

test('a browser session of a recipient lasts fourteen days of real time', async () => {
  const { number } = await newRecipient()
  const cookie = await signInRecipientBrowser(product, number)
  const { rows } = await product.login.query<{ days: number }>(
    `select extract(epoch from expires_at - now())::float / 86400 as days from login.session where token_sha256 = sha256($1::bytea)`,
    [cookie.split('=')[1]],
  )
  assert.ok(Math.abs((rows[0]?.days ?? 0) - 14) < 0.01)
})

test('signing out in a browser needs the proof of origin, and works without a link', async () => {
  const { recipient, number } = await newRecipient()
  const cookie = await signInRecipientBrowser(product, number)
  const out = (headers: Record<string, string>) =>
    send(`${product.baseUrl}/auth/sign-out`, { method: 'POST', headers: { cookie, ...headers } })
  assertRefused(await out({}), 403, 'CSRF_REQUIRED')
  assertRefused(await out({ origin: product.baseUrl }), 403, 'CSRF_REQUIRED')
  assertRefused(await out({ origin: 'http://evil.example', 'x-service-csrf': '1' }), 403, 'CSRF_REQUIRED')
  assert.equal((await me({ cookie })).status, 200)
  await product.operator.query('delete from recipient_profile_link where recipient_id = $1', [recipient.id])
  assertRefused(await me({ cookie }), 403, 'RECIPIENT_SESSION_NOT_LINKED')
  const reply = await out({ origin: product.baseUrl, 'x-service-csrf': '1' })
  assert.equal(reply.status, 200)
  assert.match(String(reply.headers['set-cookie']?.[0]), /^tijdig_session=;.*Max-Age=0/)
  assertRefused(await me({ cookie }), 401, 'SESSION_EXPIRED')
})

test('from a browser a recipient creates, lists and revokes keys of their own, and sees no other', async () => {
  const { recipient, number } = await newRecipient()
  const other = await newRecipient()
  const cookie = await signInRecipientBrowser(product, number)
  const headers = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  const expiresAt = (await product.clock.now()).add({ hours: 24 }).toString()
  assertRefused(await keys('POST', { cookie }, '', { name: 'App', kind: 'full', expiresAt }), 403, 'CSRF_REQUIRED')
  const full = await keys('POST', headers, '', { name: 'App', kind: 'full', expiresAt })
  assert.equal(full.status, 201, full.text)
  assert.deepEqual(full.body.data.key.scopes, product.services.scopes.recipient)
  assert.equal(full.body.data.key.role, 'recipient')
  const scope = product.services.scopes.recipient.find((name) => name.startsWith('self-'))
  const narrow = { name: 'One', kind: 'restricted', scopes: [scope], expiresAt }
  assert.equal((await keys('POST', headers, '', narrow)).status, 201)
  for (const refused of ['profile:read', 'appointments:intake', 'api-keys:read'])
    assert.equal((await keys('POST', headers, '', { ...narrow, scopes: [refused] })).status, 400, refused)

  const withKey = bearer(full.body.data.secret)
  const own = await me(withKey)
  assert.deepEqual([own.body.data.recipientId, own.body.data.authentication], [recipient.id, 'api_key'])
  assertRefused(await keys('POST', withKey, '', narrow), 403, 'BROWSER_SESSION_REQUIRED')
  const names = async (by: Record<string, string>) =>
    (await keys('GET', by)).body.data.items.map((key: { name: string }) => key.name)
  assert.deepEqual(await names({ cookie }), ['One', 'App', 'Test'])
  assert.deepEqual(await names(withKey), ['One', 'App', 'Test'])
  assert.deepEqual(await names(bearer(other.recipient.apiKey)), ['Test'])

  const { id } = full.body.data.key
  assertRefused(await keys('DELETE', bearer(other.recipient.apiKey), `/${id}`), 404, 'NOT_FOUND')
  const holder = await product.createHolder()
  assertRefused(await keys('DELETE', bearer(holder.apiKey), `/${id}`), 404, 'NOT_FOUND')
  assert.equal((await keys('DELETE', headers, `/${id}`)).body.data.status, 'revoked')
  assertRefused(await me(withKey), 401, 'API_KEY_REVOKED')
})

test('a page of keys goes on where it ended', async () => {
  const { number } = await newRecipient()
  const cookie = await signInRecipientBrowser(product, number)
  const headers = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  const expiresAt = (await product.clock.now()).add({ hours: 24 }).toString()
  for (const name of ['a', 'b']) await keys('POST', headers, '', { name, kind: 'full', expiresAt })
  const first = (await keys('GET', { cookie }, '?pageSize=2')).body.data
  const next = (await keys('GET', { cookie }, `?pageSize=2&pageToken=${encodeURIComponent(first.nextPageToken)}`)).body
  assert.deepEqual(
    [...first.items, ...next.data.items].map((key: { name: string }) => key.name),
    ['b', 'a', 'Test'],
  )
})

test('a session of one environment is nothing in another, and a datastore of another environment is refused', async () => {
  const beta = await startTestProduct({ env: { TIJDIG_ENVIRONMENT: 'beta' } })
  try {
    const { number } = await newRecipient(beta)
    const token = await signInRecipient(beta, number)
    assert.equal((await me(bearer(token), beta.baseUrl)).status, 200)
    assertRefused(await me(bearer(token)), 401, 'INVALID_RECIPIENT_SESSION')
    const { number: own } = await newRecipient()
    const ownToken = await signInRecipient(product, own)
    assertRefused(await me(bearer(ownToken), beta.baseUrl), 401, 'INVALID_RECIPIENT_SESSION')

    const changes = { loginDatabaseUrl: beta.databaseUrl }
    await assert.rejects(startSecondApi(product, changes), /a sign-in datastore that belongs to beta/)
    // The same token, in a process whose datastore turns out to be the other environment's.
    const owner = new Client({ connectionString: beta.databaseUrl })
    await owner.connect()
    const bind = (environment: string) => owner.query('update login.binding set environment = $1', [environment])
    await bind('test')
    const mixed = await startSecondApi(product, changes)
    await bind('beta')
    await owner.end()
    try {
      assertRefused(await me(bearer(token), mixed.url), 503, 'RECIPIENT_SESSION_CONFIGURATION_INVALID')
      assertRefused(await me(bearer(ownToken), mixed.url), 503, 'RECIPIENT_SESSION_CONFIGURATION_INVALID')
      const asked = { method: 'POST', body: { phoneNumberE164: newNumber() } }
      const reply = await send(`${mixed.url}/auth/recipient/code`, asked)
      assertRefused(reply, 503, 'RECIPIENT_SESSION_CONFIGURATION_INVALID')
      const holder = await product.createHolder()
      assert.equal((await me(bearer(holder.apiKey), mixed.url)).status, 200, 'staff are not concerned')
    } finally {
      await mixed.stop()
    }
  } finally {
    await beta.stop()
  }
})

test('the sign-in can be kept in a database of its own', async () => {
  const own = await testDatabase()
  const apart = await startTestProduct({ env: { TIJDIG_LOGIN_DATABASE_URL: own.url } })
  try {
    const { recipient, number } = await newRecipient(apart)
    const token = await signInRecipient(apart, number)
    assert.equal((await me(bearer(token), apart.baseUrl)).body.data.recipientId, recipient.id)
    const count = async (connectionString: string) => {
      const client = new Client({ connectionString })
      await client.connect()
      const { rows } = await client.query<{ sessions: string }>('select count(*) as sessions from login.session')
      await client.end()
      return Number(rows[0]?.sessions)
    }
    assert.deepEqual([await count(own.url), await count(apart.databaseUrl)], [1, 0])
  } finally {
    await apart.stop()
  }
})
