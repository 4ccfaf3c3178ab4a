import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { createApiKeySecret, isApiKeySecret } from '#/slices/access/api-keys/api-key-secret.ts'
import { signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newKey } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'
import { send, type Reply } from '../http-request.ts'
import { startSecondApi } from '../second-api.ts'
import { storedState } from '../appointments/stored-state.ts'

let product: TestProduct
let holder: TestHolder
let api: string
let session: Record<string, string>
before(async () => {
  product = await startTestProduct()
  holder = await product.createHolder()
  api = `${product.baseUrl}/api/v1`
  session = await browser(holder.staffEmail)
})
after(() => product?.stop())

async function browser(email: string): Promise<Record<string, string>> {
  return { cookie: await signIn(product, email), origin: product.baseUrl, 'x-service-csrf': '1' }
}

const inHours = async (hours: number) => (await product.clock.now()).add({ hours }).toString()
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const me = (secret: string, at = api) => send(`${at}/me`, { headers: bearer(secret) })

async function create(body: object, headers = session): Promise<Reply> {
  const whole = { name: 'Practice system', kind: 'full', expiresAt: await inHours(24), ...body }
  return send(`${api}/api-keys`, { method: 'POST', body: whole, headers })
}

function revoke(id: string, headers = session): Promise<Reply> {
  return send(`${api}/api-keys/${id}`, { method: 'DELETE', headers })
}

async function listAll(headers: Record<string, string>, pageSize = 100) {
  const items: ReturnType<typeof JSON.parse>[] = []
  let pageToken: string | null = null
  do {
    const query = new URLSearchParams({ pageSize: String(pageSize), ...(pageToken ? { pageToken } : {}) })
    const reply: Reply = await send(`${api}/api-keys?${query}`, { headers })
    assertDocumented('listApiKeys', reply.status, reply.body)
    items.push(...reply.body.data.items)
    pageToken = reply.body.data.nextPageToken
  } while (pageToken)
  return items
}

test('a key is made from a browser session only', async () => {
  const before = await storedState(product.operator)
  for (const headers of [bearer(holder.apiKey), { ...session, ...bearer(holder.apiKey) }]) {
    const reply = await create({}, headers)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'BROWSER_SESSION_REQUIRED'])
  }
  assert.equal((await create({}, bearer('a'.repeat(43)))).status, 401)
  assert.deepEqual(await storedState(product.operator), before)
})

test('a secret has a form that scanners know, a checksum, and works', async () => {
  const { status, body } = await create({})
  assert.equal(status, 201)
  const { key, secret } = body.data
  const [, random, checksum] = /^tijdig_sk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(secret) ?? []
  assert.equal(toBase62(crc32(random ?? '')), checksum)
  assert.ok(secret.length <= 120)
  assert.ok(key.prefix.length <= 32 && secret.startsWith(key.prefix))
  assert.ok(secret.length - key.prefix.length >= 30, 'the prefix gives nothing away')
  assert.equal((await me(secret)).body.data.authentication, 'api_key')
})

function toBase62(value: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let rest = value, index = 0; index < 6; index += 1, rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text
  return text
}

test('a mistyped secret is refused whichever character it is', () => {
  const secret = createApiKeySecret()
  for (let index = 0; index < secret.length; index += 1) {
    const other = secret[index] === 'a' ? 'b' : 'a'
    assert.equal(isApiKeySecret(secret.slice(0, index) + other + secret.slice(index + 1)), false, String(index))
  }
})

test('secrets are random in every position', () => {
  const secrets = Array.from({ length: 1_000 }, () => createApiKeySecret())
  assert.equal(new Set(secrets).size, 1_000)
  for (let index = 10; index < 40; index += 1) {
    const seen = new Set(secrets.map((secret) => secret[index]))
    assert.ok(seen.size >= 58, `position ${index} has ${seen.size} different characters`)
  }
})

test('the secret is shown once, and stored only as its hash', async () => {
  const { body } = await create({ name: 'Shown once' })
  const { key, secret } = body.data
  const texts = [
    JSON.stringify(await listAll(session)),
    (await me(secret)).text,
    (await revoke(key.id)).text,
    JSON.stringify((await product.operator.query('select * from audit_event')).rows),
    product.logLines.join('\n'),
  ]
  for (const text of texts) assert.ok(!text.includes(secret))
  const { rows } = await product.operator.query<{ row: string; isHash: boolean }>(
    `select api_key::text as row, secret_sha256 = sha256($2::bytea) as is_hash from api_key where id = $1`,
    [key.id, secret],
  )
  assert.deepEqual([rows[0]?.isHash, rows[0]?.row.includes(secret)], [true, false])
})

test('a full key has the rights of the role as they are, frozen, and takes no list', async () => {
  const { body } = await create({})
  assert.deepEqual(body.data.key.scopes, product.services.keyScopes.platform_holder_user)
  assert.ok(body.data.key.scopes.length <= 30)
  const { rows } = await product.operator.query<{ scopes: string[] }>('select scopes from api_key where id = $1', [
    body.data.key.id,
  ])
  assert.deepEqual(rows[0]?.scopes, body.data.key.scopes)
  const refused = await create({ scopes: ['profile:read'] })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'scopes'])
})

test('a restricted key has exactly the scopes asked for, and they must exist', async () => {
  const { status, body } = await create({ kind: 'restricted', scopes: ['profile:read', 'appointments:intake'] })
  assert.equal(status, 201)
  assert.deepEqual((await me(body.data.secret)).body.data.scopes, ['profile:read', 'appointments:intake'])
  const before = await storedState(product.operator)
  for (const scopes of [
    undefined,
    [],
    ['unknown:scope'],
    ['profile:read', 'profile:read'],
    ['api-keys:read'],
    ['profile:read', 'api-keys:revoke'],
    ['self-profile:read'],
    ['*'],
    [' profile:read'],
    ['x'.repeat(81)],
    Array.from({ length: 31 }, (_, index) => `scope:${index}`),
  ]) {
    assert.equal((await create({ kind: 'restricted', scopes })).status, 400, JSON.stringify(scopes))
  }
  assert.deepEqual(await storedState(product.operator), before)
})

test('names have 1 to 100 characters, and the kind is one of two', async () => {
  for (const name of ['x', 'é'.repeat(100)]) assert.equal((await create({ name })).status, 201)
  for (const name of ['', 'x'.repeat(101), null, 1]) assert.equal((await create({ name })).status, 400)
  for (const kind of ['', 'admin', null]) assert.equal((await create({ kind })).status, 400)
})

test('an expiry is needed, lies ahead, and at most 365 days', async () => {
  const now = await product.clock.now()
  // The clock runs on until the request arrives, so the limit is tested with a margin.
  for (const [expiresAt, status] of [
    [now.add({ hours: 365 * 24 }).subtract({ seconds: 1 }), 201],
    [now.add({ hours: 365 * 24 }).add({ seconds: 60 }), 400],
    [now.subtract({ seconds: 1 }), 400],
    [now, 400],
    [now.add({ seconds: 60 }), 201],
  ] as const) {
    assert.equal((await create({ expiresAt: expiresAt.toString() })).status, status, expiresAt.toString())
  }
  for (const expiresAt of [undefined, null, '', '2027-01-01', '2027-01-01T00:00:00']) {
    assert.equal((await create({ expiresAt })).status, 400, String(expiresAt))
  }
})

test('exactly 365 days is within the limit', async () => {
  const { body } = await create({ expiresAt: (await product.clock.now()).add({ hours: 365 * 24 }).toString() })
  const { createdAt, expiresAt } = body.data.key
  const life = Temporal.Instant.from(expiresAt).since(Temporal.Instant.from(createdAt)).total('hours')
  assert.ok(life <= 365 * 24 && life > 365 * 24 - 0.01)
})

test('an actor has fifty keys that work at most, also when many are made at once', async () => {
  const other = await product.createHolder()
  const own = await browser(other.staffEmail)
  for (let count = 0; count < 40; count += 1)
    await inTransaction(product.operator, { holder: null }, (tx) =>
      createApiKeyRow(tx, { platformHolderId: other.id, actorId: other.actorId, name: 'Old', scopes: [], days: 9 }),
    )
  // With the one of the test's own.
  const made = await Promise.all(Array.from({ length: 15 }, () => create({}, own)))
  const statuses = made.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array<number>(9).fill(201), ...Array<number>(6).fill(409)])
  const refused = await create({}, own)
  assert.equal(refused.body.error.code, 'STATE_CONFLICT')
  const id = made.find(({ status }) => status === 201)?.body.data.key.id
  await revoke(id, own)
  assert.equal((await create({}, own)).status, 201)
})

test('a key works until it expires, and its status says so then', async () => {
  const { body } = await create({ name: 'Short', expiresAt: await inHours(2) })
  const { key, secret } = body.data
  assert.deepEqual([(await me(secret)).status, key.status], [200, 'active'])
  await product.clock.advance('PT1H59M')
  assert.equal((await me(secret)).status, 200)
  await product.clock.advance('PT1M')
  const expired = await me(secret)
  assert.deepEqual([expired.status, expired.body.error.code], [401, 'API_KEY_EXPIRED'])
  const listed = (await listAll(session)).find((item) => item.id === key.id)
  assert.equal(listed.status, 'expired')
  assert.equal((await revoke(key.id)).body.data.status, 'revoked')
})

test('a revoked key is dead on its next request, in another process too', async () => {
  const second = await startSecondApi(product)
  try {
    const { body } = await create({ name: 'To be revoked' })
    const { key, secret } = body.data
    const there = `${second.url}/api/v1`
    assert.deepEqual([(await me(secret)).status, (await me(secret, there)).status], [200, 200])
    const revoked = await revoke(key.id)
    assertDocumented('revokeApiKey', revoked.status, revoked.body)
    assert.equal(revoked.body.data.status, 'revoked')
    for (const at of [api, there]) {
      const reply = await me(secret, at)
      assert.deepEqual([reply.status, reply.body.error.code], [401, 'API_KEY_REVOKED'])
    }
    const again = await revoke(key.id)
    assert.deepEqual([again.status, again.body.data], [200, revoked.body.data])
    const { rows } = await product.operator.query(
      `select actor_id from audit_event where action = 'revokeApiKey' and $1 = any(subjects)`,
      [key.id],
    )
    assert.deepEqual(rows, [{ actorId: holder.actorId }, { actorId: holder.actorId }])
  } finally {
    await second.stop()
  }
})

test('a key may revoke itself and its own kind, but make none', async () => {
  const secret = await newKey(product, holder, ['api-keys:read', 'api-keys:revoke'])
  const own = (await listAll(bearer(secret))).find((item) => secret.startsWith(item.prefix))
  assert.equal((await revoke(own.id, bearer(secret))).status, 200)
  assert.equal((await me(secret)).status, 401)
})

test("another actor's keys are neither listed nor revoked, not even by a colleague", async () => {
  const colleague = await inTransaction(product.operator, { holder: null }, async (tx) => {
    const staff = await inviteStaff(tx, holder.id, `colleague-${Date.now()}@holder.example`)
    const scopes = product.services.scopes.platform_holder_user
    const key = { platformHolderId: holder.id, actorId: staff.id, name: 'Colleague', scopes, days: 10 }
    return { secret: await createApiKeyRow(tx, key) }
  })
  const stranger = await product.createHolder()
  for (const secret of [colleague.secret, stranger.apiKey]) {
    const [foreign] = await listAll(bearer(secret))
    assert.ok(!(await listAll(session)).some((item) => item.id === foreign.id))
    const reply = await revoke(foreign.id)
    const never = await revoke(newId())
    assert.deepEqual([reply.status, reply.body.error], [404, never.body.error])
    assert.equal((await me(secret)).status, 200)
  }
})

test('pages hold every key once, newest first, and stay in order while keys are made', async () => {
  const owner = await product.createHolder()
  for (let count = 0; count < 11; count += 1) await newKey(product, owner, ['api-keys:read'])
  const headers = bearer(owner.apiKey)
  const whole = await listAll(headers)
  assert.equal(whole.length, 12)
  assert.deepEqual(await listAll(headers, 5), whole)
  assert.deepEqual(await listAll(headers, 12), whole)
  assert.deepEqual(
    whole.map((item) => item.createdAt),
    whole
      .map((item) => item.createdAt)
      .toSorted()
      .toReversed(),
  )
  const first = await send(`${api}/api-keys?pageSize=5`, { headers })
  await newKey(product, owner, ['api-keys:read'])
  const { nextPageToken } = first.body.data
  const rest = await send(`${api}/api-keys?pageSize=100&pageToken=${nextPageToken}`, { headers })
  assert.deepEqual(rest.body.data.items, whole.slice(5))
  assert.equal(rest.body.data.nextPageToken, null)
})

test('a page token is of no use to another tenant or actor, or when it was altered', async () => {
  for (let count = 0; count < 2; count += 1) await newKey(product, holder, ['api-keys:read'])
  const { body } = await send(`${api}/api-keys?pageSize=1`, { headers: bearer(holder.apiKey) })
  const token: string = body.data.nextPageToken
  const stranger = await product.createHolder()
  const flipped = `${token[0] === 'W' ? 'X' : 'W'}${token.slice(1)}`
  for (const [pageToken, secret] of [
    [token, stranger.apiKey],
    [flipped, holder.apiKey],
    [token.slice(0, -1), holder.apiKey],
    [token.split('.')[0] ?? '', holder.apiKey],
    [`${token}.x`, holder.apiKey],
  ] as const) {
    const reply = await send(`${api}/api-keys?pageToken=${pageToken}`, { headers: bearer(secret) })
    assert.deepEqual([reply.status, reply.body.error?.code], [400, 'PAGE_TOKEN_INVALID'], pageToken)
  }
})

test('a key of staff who left, or of an organization that is suspended, is dead on its next request', async () => {
  const owner = await product.createHolder()
  const set = (sql: string) => product.operator.query(sql, [owner.id])
  for (const [off, on, code] of [
    [
      `update staff_member set status = 'inactive' where platform_holder_id = $1`,
      `update staff_member set status = 'active' where platform_holder_id = $1`,
      'ASSIGNMENT_INACTIVE',
    ],
    ...['suspended', 'deleted'].map((status) => [
      `update platform_holder set status = '${status}' where platform_holder_id = $1`,
      `update platform_holder set status = 'active' where platform_holder_id = $1`,
      'TENANT_INACTIVE',
    ]),
  ]) {
    await set(off ?? '')
    const reply = await me(owner.apiKey)
    assert.deepEqual([reply.status, reply.body.error.code], [403, code])
    await set(on ?? '')
    assert.equal((await me(owner.apiKey)).status, 200)
  }
})

test('nobody chooses a tenant or a role by header', async () => {
  const stranger = await product.createHolder()
  const { body } = await send(`${api}/me`, {
    headers: {
      ...bearer(holder.apiKey),
      'x-tenant-id': stranger.id,
      'x-platform-holder-id': stranger.id,
      'x-impersonate': stranger.actorId,
      'x-role': 'god_user',
      'x-http-method-override': 'DELETE',
    },
  })
  assert.deepEqual([body.data.platformHolderId, body.data.actorId], [holder.id, holder.actorId])
})
