import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deactivateStaff, inviteStaff } from '#/slices/access/access.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import {
  mailedCode,
  mailsTo,
  shareTestProduct,
  signInRecipientBrowser,
  textedCode,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { send, type Reply } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

/** The cookies of one browser. */
class Browser {
  readonly #cookies = new Map<string, string>()

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const proof = { origin: product.baseUrl, 'x-service-csrf': '1' }
    const reply = await send(product.baseUrl + path, {
      method,
      headers: { ...proof, ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return reply
  }

  /** A call of a tab of an organization. */
  tab(holder: TestHolder | string, method: string, path: string, body?: unknown): Promise<Reply> {
    const organization = typeof holder === 'string' ? holder : holder.id
    return this.call(method, path, body, { 'x-tijdig-organization': organization })
  }

  sessions(): string[] {
    return [...this.#cookies.keys()].filter((name) => name.startsWith('tijdig_session')).toSorted()
  }
}

async function signInFor(browser: Browser, email: string, holder: TestHolder): Promise<Reply> {
  const count = (await mailsTo(product, email)).length
  await browser.call('POST', '/auth/staff/code', { email })
  const code = await mailedCode(product, email, count + 1)
  return browser.call('POST', '/auth/staff/session', { email, code, platformHolderId: holder.id })
}

/** Somebody who works for two organizations, signed in for the first. */
async function twoJobs() {
  const [first, second] = [
    await product.createHolder({ displayName: 'Praktijk De Es' }),
    await product.createHolder({ displayName: 'Praktijk De Iep', isTest: true }),
  ]
  const email = first.staffEmail
  const there = await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, second.id, email))
  const browser = new Browser()
  assert.equal((await signInFor(browser, email, first)).status, 201)
  return { first, second, email, browser, actorThere: there.id }
}

const profile = (holder: TestHolder) => `/api/v1/platform-holders/${holder.id}`
const refused = (reply: Reply) => [reply.status, reply.body.error?.code]

test('who works for two organizations switches without signing in, and each tab stays with its own', async () => {
  const { first, second, email, browser, actorThere } = await twoJobs()
  const { body } = await browser.tab(first, 'GET', '/auth/staff/organizations')
  assert.deepEqual(body.data.organizations, [
    { platformHolderId: first.id, displayName: 'Praktijk De Es', isTest: false },
    { platformHolderId: second.id, displayName: 'Praktijk De Iep', isTest: true },
  ])
  const switched = await browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId: second.id })
  assert.equal(switched.status, 201)
  assert.deepEqual(
    [switched.body.data.platformHolderId, switched.body.data.actorId, switched.body.data.email],
    [second.id, actorThere, email],
  )
  // Each reads its own, and the other's is not there.
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    assert.equal((await browser.tab(own, 'GET', profile(own))).status, 200)
    assert.deepEqual(refused(await browser.tab(own, 'GET', profile(other))), [404, 'NOT_FOUND'])
    assert.equal((await browser.tab(own, 'GET', '/api/v1/me')).body.data.platformHolderId, own.id)
  }
  // At once, many times: none gets what is the other's.
  const calls = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? first : second))
  const seen = await Promise.all(calls.map((own) => browser.tab(own, 'GET', '/api/v1/me')))
  assert.deepEqual(
    seen.map((reply) => reply.body.data.platformHolderId),
    calls.map(({ id }) => id),
  )
  // A page that names none is of the last.
  assert.equal((await browser.call('GET', '/auth/session')).body.data.platformHolderId, second.id)
  const { rows } = await product.operator.query(
    `select actor_id, platform_holder_id from audit_event where action = 'staffSwitched' and platform_holder_id = any($1)`,
    [[first.id, second.id]],
  )
  assert.deepEqual(rows, [{ actorId: actorThere, platformHolderId: second.id }])
})

test('a session that was switched to is as old as the one it came from, and there and back makes none longer', async () => {
  const { first, second, browser, actorThere } = await twoJobs()
  await product.operator.query(
    `update staff_session set proved_at = now() - interval '1 hour', expires_at = now() + interval '2 hours', passkey_id = $2
     where platform_holder_id = $1`,
    [first.id, newId()],
  )
  await browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId: second.id })
  await browser.tab(second, 'POST', '/auth/staff/switch', { platformHolderId: first.id })
  await browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId: second.id })
  const { rows } = await product.operator.query(
    `select count(*)::int as sessions, count(distinct proved_at)::int as proofs, count(distinct expires_at)::int as ends,
       count(distinct passkey_id)::int as passkeys
     from staff_session where platform_holder_id = any($1)`,
    [[first.id, second.id]],
  )
  assert.deepEqual(rows, [{ sessions: 2, proofs: 1, ends: 1, passkeys: 1 }])
  const options = await browser.tab(second, 'POST', '/auth/staff/passkey/options')
  assert.deepEqual(refused(options), [403, 'FRESH_PROOF_REQUIRED'])
  assert.ok(actorThere)
})

test('a named organization without a session here is refused, whatever else the browser is signed in for', async () => {
  const { first, second, browser } = await twoJobs()
  for (const named of [second.id, newId(), 'x', '']) {
    assert.deepEqual(refused(await browser.tab(named, 'GET', '/api/v1/me')), [401, 'UNAUTHENTICATED'], named)
    assert.deepEqual(refused(await browser.tab(named, 'GET', profile(first))), [401, 'UNAUTHENTICATED'], named)
  }
  // It gives a key nothing, and takes nothing from it.
  const headers = { authorization: `Bearer ${first.apiKey}`, 'x-tijdig-organization': second.id }
  assert.equal((await browser.call('GET', '/api/v1/me', undefined, headers)).body.data.platformHolderId, first.id)
})

test('nobody switches to where they do not work, no longer do, or nobody does at present', async () => {
  const { first, second, email, browser } = await twoJobs()
  const stranger = await product.createHolder()
  const toward = (platformHolderId: string) =>
    browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId }).then(refused)
  for (const id of [stranger.id, newId()]) assert.deepEqual(await toward(id), [403, 'ASSIGNMENT_INACTIVE'])
  await product.operator.query(`update platform_holder set status = 'suspended' where platform_holder_id = $1`, [
    second.id,
  ])
  assert.deepEqual(await toward(second.id), [403, 'ASSIGNMENT_INACTIVE'])
  await product.operator.query(`update platform_holder set status = 'active' where platform_holder_id = $1`, [
    second.id,
  ])
  await product.operator.query(
    `insert into holder_networks (platform_holder_id, session_networks, version) values ($1, '{192.0.2.0/24}', 2)`,
    [second.id],
  )
  assert.deepEqual(await toward(second.id), [403, 'IP_NOT_ALLOWED'])
  await product.operator.query('delete from holder_networks where platform_holder_id = $1', [second.id])
  await inTransaction(product.operator, { holder: null }, (tx) => deactivateStaff(tx, second.id, email))
  assert.deepEqual(await toward(second.id), [403, 'ASSIGNMENT_INACTIVE'])
  const { body } = await browser.tab(first, 'GET', '/auth/staff/organizations')
  assert.deepEqual(
    body.data.organizations.map(({ platformHolderId }: { platformHolderId: string }) => platformHolderId),
    [first.id],
  )
  // Nor by a page of another site, nor without the proof.
  const bare = await browser.call(
    'POST',
    '/auth/staff/switch',
    { platformHolderId: first.id },
    { 'x-service-csrf': '0' },
  )
  assert.deepEqual(refused(bare), [403, 'CSRF_REQUIRED'])
})

test('one organization is left, or all are signed out of at once', async () => {
  const { first, second, browser } = await twoJobs()
  await browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId: second.id })
  assert.equal(browser.sessions().length, 3)
  assert.equal((await browser.tab(second, 'POST', '/auth/staff/leave')).status, 200)
  assert.equal((await browser.tab(second, 'GET', '/auth/session')).status, 401)
  assert.equal((await browser.tab(first, 'GET', '/auth/session')).status, 200)
  assert.equal((await browser.call('GET', '/auth/session')).body.data.platformHolderId, first.id)
  await browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId: second.id })
  assert.equal((await browser.tab(first, 'POST', '/auth/sign-out')).status, 200)
  assert.deepEqual(browser.sessions(), [])
  const { rows } = await product.operator.query(
    'select count(*)::int as live from staff_session where platform_holder_id = any($1) and ended_at is null',
    [[first.id, second.id]],
  )
  assert.deepEqual(rows, [{ live: 0 }])
})

test('who signs in for the other organization keeps both, and somebody else leaves nobody within reach', async () => {
  const { first, second, email, browser } = await twoJobs()
  await signInFor(browser, email, second)
  for (const own of [first, second]) assert.equal((await browser.tab(own, 'GET', '/auth/session')).status, 200)
  const stranger = await product.createHolder()
  await signInFor(browser, stranger.staffEmail, stranger)
  for (const own of [first, second]) assert.equal((await browser.tab(own, 'GET', '/auth/session')).status, 401)
  assert.equal((await browser.tab(stranger, 'GET', '/auth/session')).status, 200)
  assert.equal(browser.sessions().length, 2)
})

test('a recipient who signs in leaves no member of staff within reach', async () => {
  const { first, browser } = await twoJobs()
  const phoneNumberE164 = '+31612340991'
  await product.createRecipient({ phoneNumberE164 })
  assert.ok(await signInRecipientBrowser(product, phoneNumberE164))
  const asked = await browser.call('POST', '/auth/recipient/code', { phoneNumberE164 })
  const code = await textedCode(product, phoneNumberE164, 2)
  const { challengeId } = asked.body.data
  assert.equal((await browser.call('POST', '/auth/recipient/session', { challengeId, code })).status, 201)
  assert.deepEqual(browser.sessions(), ['tijdig_session'])
  assert.equal((await browser.tab(first, 'GET', '/auth/session')).status, 401)
})

test('of a switch and a sign-out everywhere at once nothing survives', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { first, second, browser } = await twoJobs()
    const [switched, ended] = await Promise.all([
      browser.tab(first, 'POST', '/auth/staff/switch', { platformHolderId: second.id }),
      browser.tab(first, 'POST', '/auth/staff/sign-out-everywhere'),
    ])
    assert.equal(ended.status, 200)
    assert.ok(switched.status === 201 || switched.status === 401, String(switched.status))
    const { rows } = await product.operator.query(
      'select count(*)::int as live from staff_session where platform_holder_id = any($1) and ended_at is null',
      [[first.id, second.id]],
    )
    assert.deepEqual(rows, [{ live: 0 }])
  }
})
