import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction, openPool, statement } from '#/kernel/postgres/db.ts'
import { deactivateStaff, inviteStaff, listMembers } from '#/slices/access/access.ts'
import { shareTestProduct, signIn, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeServiceAccount } from '../../operation-cases.ts'
import { send, type Reply } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
let session: Record<string, string>
before(async () => {
  product = await shareTestProduct()
  holder = await product.createHolder()
  session = await browser(holder.staffEmail)
})
after(() => product?.stop())

async function browser(email: string): Promise<Record<string, string>> {
  return { cookie: await signIn(product, email), origin: product.baseUrl, 'x-service-csrf': '1' }
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const me = (secret: string) => send(`${product.baseUrl}/api/v1/me`, { headers: bearer(secret) })

/** A call below /service-accounts, by the browser session of a member of staff. */
function call(method: string, path: string, body?: object, headers = session, of = holder): Promise<Reply> {
  const url = `${product.baseUrl}/api/v1/platform-holders/${of.id}/service-accounts${path}`
  return send(url, { method, headers, ...(body ? { body } : {}) })
}

async function createAccount(name = 'Practice system'): Promise<string> {
  const reply = await call('POST', '', { clientRequestId: randomUUID(), name })
  assert.equal(reply.status, 201)
  return reply.body.data.id
}

async function createKey(account: string, body: object = {}, headers = session, of = holder): Promise<Reply> {
  const expiresAt = (await product.clock.now()).add({ hours: 24 * 90 }).toString()
  const whole = { name: 'Practice system', scopes: ['appointments:intake', 'profile:read'], expiresAt, ...body }
  return call('POST', `/${account}/keys`, whole, headers, of)
}

test('a key of a service account works as the account, and goes on when whoever made it leaves', async () => {
  const own = await product.createHolder()
  const email = `leaver-${randomUUID()}@holder.example`
  await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, own.id, email))
  const leaver = await browser(email)
  const { body } = await call('POST', '', { clientRequestId: randomUUID(), name: 'Import' }, leaver, own)
  const account = body.data.id
  const created = await createKey(account, {}, leaver, own)
  const { key, secret } = created.body.data
  assert.deepEqual([created.status, key.kind, key.lastUsedAt], [201, 'restricted', null])
  const who = await me(secret)
  assert.deepEqual(
    [who.body.data.actorId, who.body.data.platformHolderId, who.body.data.scopes, who.body.data.authentication],
    [account, own.id, ['appointments:intake', 'profile:read'], 'api_key'],
  )
  await inTransaction(product.operator, { holder: null }, (tx) => deactivateStaff(tx, own.id, email))
  assert.equal((await me(secret)).status, 200)
  const { rows } = await product.operator.query<{ actorId: string; actorKind: string }>(
    `select actor_id, actor_kind from audit_event where platform_holder_id = $1 and action = 'getApiIdentity'`,
    [own.id],
  )
  assert.deepEqual(
    rows.map((row) => [row.actorId, row.actorKind]),
    [
      [account, 'staff'],
      [account, 'staff'],
    ],
  )
})

test('the account is not among people: nobody signs in as it, is mailed for it or counts it', async () => {
  const own = await product.createHolder()
  const { serviceAccountId } = await storeServiceAccount({ product, holder: own })
  const members = await inTransaction(product.operator, { holder: null }, (tx) => listMembers(tx, own.id))
  assert.deepEqual(
    members.map(({ id }) => id),
    [own.actorId],
  )
  const { rows } = await product.operator.query('select * from find_staff_by_email($1)', [serviceAccountId])
  assert.deepEqual(rows, [])
})

test('an account is archived with all its keys at once, twice as once, and takes no new key', async () => {
  const account = await createAccount('Old import')
  const { secret } = (await createKey(account)).body.data
  assert.equal((await me(secret)).status, 200)
  const before = (await call('GET', '?pageSize=100')).body.data.items.find(
    (item: { id: string }) => item.id === account,
  )
  assert.deepEqual([before.activeKeys, before.archivedAt], [1, null])
  assert.ok(before.lastUsedAt && before.nextKeyEndsAt)
  const first = await call('POST', `/${account}/archive`)
  const again = await call('POST', `/${account}/archive`)
  assert.deepEqual([first.status, again.status, again.body.data], [200, 200, first.body.data])
  assert.deepEqual([first.body.data.archivedAt !== null, first.body.data.activeKeys], [true, 0])
  assert.equal(first.body.data.lastUsedAt, before.lastUsedAt)
  const refused = await me(secret)
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'API_KEY_REVOKED'])
  const late = await createKey(account)
  assert.deepEqual([late.status, late.body.error.code], [409, 'STATE_CONFLICT'])
})

test('no key outlives an archival that comes while keys are made', async () => {
  for (let round = 0; round < 5; round += 1) {
    const account = await createAccount(`Race ${round}`)
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => createKey(account)),
      call('POST', `/${account}/archive`),
      ...Array.from({ length: 6 }, () => createKey(account)),
    ])
    assert.equal(replies[6]?.status, 200)
    for (const { status, body } of replies.toSpliced(6, 1)) {
      assert.ok(status === 201 || status === 409, String(status))
      if (status === 201) assert.equal((await me(body.data.secret)).status, 401)
    }
    const { rows } = await product.operator.query<{ working: number }>(
      'select count(*)::int as working from api_key where actor_id = $1 and revoked_at is null',
      [account],
    )
    assert.equal(rows[0]?.working, 0)
  }
})

test('a key of an account has scopes of its maker only, and none for keys', async () => {
  const account = await createAccount('Scopes')
  for (const scopes of [['api-keys:read'], ['nothing:at-all'], [], undefined, ['recipient:profile']])
    assert.equal((await createKey(account, { scopes })).status, 400, String(scopes))
  const expiresAt = (await product.clock.now()).add({ hours: 24 * 366 }).toString()
  assert.equal((await createKey(account, { expiresAt })).status, 400)
})

test('keys and accounts are made by sessions only, and those of another organization are not there', async () => {
  const account = await createAccount('Not by keys')
  const { key } = (await createKey(account)).body.data
  const withKey = bearer(holder.apiKey)
  for (const [method, path, body] of [
    ['POST', '', { clientRequestId: randomUUID(), name: 'x' }],
    ['POST', `/${account}/archive`, undefined],
    ['DELETE', `/${account}/keys/${key.id}`, undefined],
  ] as const) {
    const reply = await call(method, path, body, withKey)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'BROWSER_SESSION_REQUIRED'], `${method} ${path}`)
  }
  assert.equal((await createKey(account, {}, withKey)).status, 403)
  assert.equal((await call('GET', `/${account}/keys`, undefined, withKey)).body.data.items[0].id, key.id)
  const other = await product.createHolder()
  const stranger = await browser(other.staffEmail)
  for (const reply of [
    await call('GET', `/${account}/keys`, undefined, stranger, other),
    await call('POST', `/${account}/archive`, undefined, stranger, other),
    await call('DELETE', `/${account}/keys/${key.id}`, undefined, stranger, other),
    await createKey(account, {}, stranger, other),
    // A member of staff is no service account.
    await createKey(holder.actorId),
    await call('POST', `/${holder.actorId}/archive`),
  ])
    assert.equal(reply.status, 404)
})

test('the next key works beside the old one, which says when it was last used and ends alone', async () => {
  const account = await createAccount('Rotation')
  const old = (await createKey(account)).body.data
  assert.equal((await me(old.secret)).status, 200)
  const next = (await createKey(account)).body.data
  assert.deepEqual([(await me(old.secret)).status, (await me(next.secret)).status], [200, 200])
  const { items } = (await call('GET', `/${account}/keys`)).body.data
  assert.deepEqual(
    items.map((item: { id: string; lastUsedAt: string | null }) => [item.id, item.lastUsedAt !== null]),
    [
      [next.key.id, true],
      [old.key.id, true],
    ],
  )
  assert.equal((await call('DELETE', `/${account}/keys/${old.key.id}`)).body.data.status, 'revoked')
  assert.deepEqual([(await me(old.secret)).status, (await me(next.secret)).status], [401, 200])
})

test('the use of a key is noted once a minute, however many call at once', async () => {
  const account = await createAccount('Busy')
  const { key, secret } = (await createKey(account)).body.data
  const used = async () => {
    const { rows } = await product.operator.query<{ at: string; xmin: string }>(
      'select last_used_at::text as at, xmin::text from api_key where id = $1',
      [key.id],
    )
    return rows[0]
  }
  await Promise.all(Array.from({ length: 20 }, () => me(secret)))
  const first = await used()
  assert.ok(first?.at)
  await Promise.all(Array.from({ length: 20 }, () => me(secret)))
  assert.deepEqual(await used(), first)
})

test('the API cannot let anybody sign in: it may store accounts, and no people', async () => {
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  const store = (columns: string, values: string) =>
    inTransaction(pool, { holder: holder.id }, (tx) =>
      tx.rows(
        statement(
          `store_member_${randomUUID()}`,
          `insert into staff_member (platform_holder_id, id, ${columns}) values ($1, $2, ${values})`,
        ),
        [holder.id, randomUUID()],
      ),
    )
  try {
    await assert.rejects(store('role, email', `'owner', 'mallory@holder.example'`), /row-level security/)
    await assert.rejects(
      store('kind, role, email', `'person', 'owner', 'mallory@holder.example'`),
      /row-level security/,
    )
    await assert.rejects(store('kind, email', `'service', 'mallory@holder.example'`), /staff_member_is_named/)
    await store('kind, name', `'service', 'Import'`)
  } finally {
    await pool.end()
  }
})
