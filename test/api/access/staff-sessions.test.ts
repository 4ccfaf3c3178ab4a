import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { emailKey } from '#/slices/access/staff/code.ts'
import { signInAs } from '#/slices/access/staff/session.ts'
import { eventually, mailedCode, mailsTo, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send, type Reply } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0'

/** A browser: it keeps its cookies, and says what it is. */
function newBrowser(userAgent = firefox) {
  const jar = new Map<string, string>()
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const proof = { origin: product.baseUrl, 'x-service-csrf': '1' }
    const headers = { ...proof, 'user-agent': userAgent, ...(cookie === '' ? {} : { cookie }) }
    const reply = await send(product.baseUrl + path, { method, headers, ...(body ? { body } : {}) })
    for (const set of [reply.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    return reply
  }
  return {
    jar,
    call,
    async signIn(email: string): Promise<void> {
      const codes = (await codesTo(email)).length
      assert.equal((await call('POST', '/auth/staff/code', { email })).status, 202)
      await eventually(async () => (await codesTo(email)).length > codes)
      const code = await mailedCode(product, email)
      assert.equal((await call('POST', '/auth/staff/session', { email, code })).status, 201)
    },
    own: async (query = '') => (await call('GET', `/api/v1/sessions${query}`)).body.data.items,
    endOwn: (id: string) => call('DELETE', `/api/v1/sessions/${id}`),
  }
}

const codesTo = async (email: string) =>
  (await mailsTo(product, email)).filter(({ text }) => /\b\d{6}\b/.test(text) && !text.includes('/24'))
/** Mails about a new browser: they alone name a network. */
const noticesTo = async (email: string) => (await mailsTo(product, email)).filter(({ text }) => text.includes('/24'))

async function signedIn(email: string) {
  const browser = newBrowser()
  await browser.signIn(email)
  return browser
}

async function colleagueOf(holder: TestHolder, role = 'owner'): Promise<{ email: string; actorId: string }> {
  const email = `colleague-${randomUUID()}@holder.example`
  const { id } = await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email))
  await product.operator.query('update staff_member set role = $3 where platform_holder_id = $1 and id = $2', [
    holder.id,
    id,
    role,
  ])
  return { email, actorId: id }
}

test('one’s own sessions say from where, how and since when, and no more; an ended one is over at its next request', async () => {
  const holder = await product.createHolder()
  const first = await signedIn(holder.staffEmail)
  const second = await signedIn(holder.staffEmail)
  const [newest, older, ...none] = await second.own('?status=active')
  assert.deepEqual(none, [])
  assert.deepEqual(
    [newest.isCurrent, older.isCurrent, newest.method, newest.network, newest.browser, newest.email, newest.endedAt],
    [true, false, 'code', '127.0.0.0/24', 'Firefox · Windows', holder.staffEmail, null],
  )
  const { rows } = await product.operator.query<Record<string, unknown>>(
    'select * from staff_session where platform_holder_id = $1',
    [holder.id],
  )
  assert.doesNotMatch(JSON.stringify(rows), /147\.0|127\.0\.0\.1|Mozilla/)

  const ended = await Promise.all(Array.from({ length: 20 }, () => second.endOwn(older.id)))
  assert.deepEqual(new Set(ended.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(ended.map(({ body }) => body.data.endedAt)).size, 1, 'it ended once')
  const refused = await first.call('GET', '/api/v1/me')
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'SESSION_EXPIRED'])
  assert.deepEqual(
    (await second.own('?status=ended')).map(({ id }: { id: string }) => id),
    [older.id],
  )
  assert.deepEqual((await second.own('?status=active')).length, 1)
  const { rows: audited } = await product.operator.query<{ actorId: string; subjects: string[] }>(
    `select actor_id, subjects from audit_event where platform_holder_id = $1 and action = 'endSession'`,
    [holder.id],
  )
  assert.equal(audited.length, 20)
  for (const row of audited) assert.deepEqual([row.actorId, row.subjects], [holder.actorId, [older.id]])
})

test('an owner sees and ends the sessions of everybody, and nobody else does', async () => {
  const holder = await product.createHolder()
  const owner = await signedIn(holder.staffEmail)
  const colleague = await colleagueOf(holder, 'admin')
  const theirs = await signedIn(colleague.email)
  const path = `/api/v1/platform-holders/${holder.id}/sessions`
  const [own] = await owner.own()
  assert.equal((await theirs.endOwn(own.id)).status, 404, 'of somebody else')
  for (const refused of [await theirs.call('GET', path), await theirs.call('DELETE', `${path}/${own.id}`)])
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'SCOPE_MISSING'])
  const all = (await owner.call('GET', `${path}?pageSize=1`)).body.data
  assert.deepEqual([all.items[0].email, all.items[0].isCurrent], [colleague.email, false])
  const next = (await owner.call('GET', `${path}?pageSize=1&pageToken=${all.nextPageToken}`)).body.data
  assert.deepEqual([next.items[0].id, next.items[0].isCurrent, next.nextPageToken], [own.id, true, null])
  assert.equal((await owner.call('DELETE', `${path}/${all.items[0].id}`)).status, 200)
  assert.equal((await theirs.call('GET', '/auth/session')).status, 401)
  const { rows } = await product.operator.query<{ subjects: string[] }>(
    `select subjects from audit_event where platform_holder_id = $1 and action = 'endHolderSession'`,
    [holder.id],
  )
  assert.deepEqual(rows, [{ subjects: [all.items[0].id, colleague.actorId] }])
})

test('a session that was not used for half an hour is shown as one that ended then', async () => {
  const holder = await product.createHolder()
  await signedIn(holder.staffEmail)
  await product.operator.query(
    `update staff_session set last_seen_at = now() - interval '31 minutes' where platform_holder_id = $1`,
    [holder.id],
  )
  const second = await signedIn(holder.staffEmail)
  const [over] = await second.own('?status=ended')
  const idleSince = Date.parse(over.endedAt) - Date.parse(over.lastSeenAt)
  assert.equal(idleSince, 30 * 60_000)
})

test('a sign-in from a browser that its person never used is mailed to them, once, and the first ever is not', async () => {
  const { staffEmail } = await product.createHolder()
  const desk = await signedIn(staffEmail)
  await desk.signIn(staffEmail)
  const laptop = newBrowser('Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15')
  await laptop.signIn(staffEmail)
  const [notice] = await eventually(async () => {
    const notices = await noticesTo(staffEmail)
    return notices.length > 0 && notices
  })
  assert.match(notice!.text, /Safari · macOS/)
  assert.match(notice!.text, /127\.0\.0\.0\/24/)
  assert.doesNotMatch(notice!.text, /https?:/, 'nobody learns to sign in by links')
  await laptop.signIn(staffEmail)
  await desk.signIn(staffEmail)
  // Whatever these sign-ins had left to send would be sent before this one.
  await newBrowser().signIn(staffEmail)
  await eventually(async () => (await noticesTo(staffEmail)).length === 2)
})

test('a browser at a desk is known for each who uses it, and a number that we did not seal is none', async () => {
  const holder = await product.createHolder()
  const colleague = await colleagueOf(holder)
  const desk = await signedIn(holder.staffEmail)
  await desk.signIn(colleague.email)
  const { rows } = await product.operator.query<{ browserKey: Buffer }>(
    `select browser_key from staff_browser where email_key = any($1)`,
    [[holder.staffEmail, colleague.email].map((email) => emailKey(product.services.keys, email))],
  )
  assert.equal(new Set(rows.map(({ browserKey }) => browserKey.toString('hex'))).size, 2, 'nothing joins the two')
  const [id] = desk.jar.get('tijdig_browser')!.split('.')
  const thief = newBrowser()
  thief.jar.set('tijdig_browser', `${id}.${'A'.repeat(43)}`)
  await thief.signIn(holder.staffEmail)
  assert.notEqual(thief.jar.get('tijdig_browser')!.split('.')[0], id)
  await eventually(async () => (await noticesTo(holder.staffEmail)).length === 1)
  assert.equal((await noticesTo(colleague.email)).length, 0)
})

test('of many sign-ins by a new browser at once one is told, and its first code request gave it its number', async (t) => {
  const { id, staffEmail } = await product.createHolder()
  await signedIn(staffEmail)
  const browser = newBrowser()
  await browser.call('POST', '/auth/staff/code', { email: staffEmail })
  const number = browser.jar.get('tijdig_browser')
  await browser.call('POST', '/auth/staff/passkey/challenge')
  assert.equal(browser.jar.get('tijdig_browser'), number, 'it keeps its number')
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 8,
    onIdleError: (error) => assert.fail(error),
  })
  t.after(() => pool.end())
  const { keys } = product.services
  const signInBy = (browserId: string, network: string) =>
    inTransaction(pool, { holder: null }, (tx) =>
      signInAs(tx, keys, {
        email: staffEmail,
        contact: emailKey(keys, staffEmail),
        platformHolderId: id,
        requestId: 'req_test',
        passkeyId: null,
        place: { address: '192.0.2.1', network, browser: null, browserId },
      }),
    )
  const browserId = number!.split('.')[0]!
  const signIns = Array.from({ length: 8 }, () => signInBy(browserId, '198.51.100.0/24'))
  for (const { outcome } of await Promise.all(signIns)) assert.equal(outcome, 'signed_in')
  // Mails leave in turn: by this one's, any surplus of those has come.
  await signInBy('another-browser-', '203.0.113.0/24')
  await eventually(async () => (await noticesTo(staffEmail)).some(({ text }) => text.includes('203.0.113.0/24')))
  assert.equal((await noticesTo(staffEmail)).filter(({ text }) => text.includes('198.51.100.0/24')).length, 1)
})
