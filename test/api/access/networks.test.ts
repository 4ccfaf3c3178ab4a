import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { clearHolderNetworks } from '#/app/operator/holders/networks.ts'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { mailNetworksChange } from '#/slices/access/access.ts'
import { eventually, mailedCode, mailsTo, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send, type Reply } from '../http-request.ts'

// Behind a proxy that counts, so that each call says where it comes from.
let product: TestProduct
before(async () => {
  product = await startTestProduct({ env: { TIJDIG_TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => product?.stop())

const inside = '192.0.2.17'
const outside = '198.51.100.4'
const from = (address: string) => ({ 'x-forwarded-for': address })

type Member = { readonly holder: TestHolder; readonly cookie: string }

async function askCode(email: string, address: string): Promise<string> {
  const count = (await mailsTo(product, email)).length
  await send(`${product.baseUrl}/auth/staff/code`, { method: 'POST', body: { email }, headers: from(address) })
  return mailedCode(product, email, count + 1)
}

function exchange(email: string, code: string, address: string): Promise<Reply> {
  return send(`${product.baseUrl}/auth/staff/session`, {
    method: 'POST',
    body: { email, code },
    headers: from(address),
  })
}

async function member(address = inside): Promise<Member> {
  const holder = await product.createHolder()
  const reply = await exchange(holder.staffEmail, await askCode(holder.staffEmail, address), address)
  return { holder, cookie: String(reply.headers['set-cookie']?.[0]).split(';')[0] ?? '' }
}

function bySession({ holder, cookie }: Member, method: string, path: string, address = inside, body?: unknown) {
  const proof = { origin: product.baseUrl, 'x-service-csrf': '1' }
  return send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, {
    method,
    headers: { cookie, ...proof, ...from(address) },
    ...(body === undefined ? {} : { body }),
  })
}

function byKey({ holder }: Member, path: string, address: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${holder.apiKey}`, ...from(address) }
  return send(`${product.baseUrl}/api/v1${path}`, { headers })
}

const change = (who: Member, sessionNetworks: string[], keyNetworks: string[], expectedVersion: number, at = inside) =>
  bySession(who, 'PATCH', '/networks', at, { sessionNetworks, keyNetworks, expectedVersion })

const refused = (reply: Reply) => [reply.status, reply.body.error?.code]

test('until an organization names networks everybody comes in from everywhere, and each list is for its own credentials', async () => {
  const who = await member()
  assert.deepEqual((await bySession(who, 'GET', '/networks')).body.data, {
    sessionNetworks: [],
    keyNetworks: [],
    version: 1,
    callerAddress: inside,
    callingKeys: [],
  })
  assert.equal((await bySession(who, 'GET', '', outside)).status, 200)
  assert.equal((await byKey(who, '/me', outside)).status, 200)

  assert.equal((await change(who, ['192.0.2.0/24'], [], 1)).status, 200)
  assert.deepEqual(refused(await bySession(who, 'GET', '', outside)), [403, 'IP_NOT_ALLOWED'])
  assert.equal((await bySession(who, 'GET', '')).status, 200)
  assert.equal((await byKey(who, '/me', outside)).status, 200)

  assert.equal((await change(who, [], ['203.0.113.7'], 2)).status, 200)
  assert.equal((await bySession(who, 'GET', '', outside)).status, 200)
  for (const path of ['/me', `/platform-holders/${who.holder.id}`, `/platform-holders/${who.holder.id}/events`])
    assert.deepEqual(refused(await byKey(who, path, outside)), [403, 'IP_NOT_ALLOWED'])
  assert.equal((await byKey(who, '/me', '203.0.113.7')).status, 200)
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const ofAgent = { authorization: `Bearer ${who.holder.apiKey}`, accept: 'application/json, text/event-stream' }
  const mcp = (address: string) =>
    send(`${product.baseUrl}/mcp`, { method: 'POST', body: listing, headers: { ...ofAgent, ...from(address) } })
  assert.deepEqual(refused(await mcp(outside)), [403, 'IP_NOT_ALLOWED'])
  assert.notEqual((await mcp('203.0.113.7')).status, 403)
})

test('networks are kept in one form, of IPv4 and IPv6, and what is none is refused with its place', async () => {
  const who = await member()
  const given = ['192.0.2.99/24', '192.0.2.0/24', '::ffff:198.51.100.0/120', '2001:DB8:0::1/32', '203.0.113.7']
  const { body } = await change(who, given, ['::1'], 1)
  assert.deepEqual(body.data.sessionNetworks, ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.7/32', '2001:db8::/32'])
  assert.deepEqual([body.data.keyNetworks, body.data.version], [['::1/128'], 2])
  for (const address of [inside, `::ffff:${inside}`, '::ffff:c000:211', '2001:db8:ffff::9', outside])
    assert.equal((await bySession(who, 'GET', '', address)).status, 200, address)
  for (const address of ['2001:db9::1', '::1', 'unknown', '192.0.3.1'])
    assert.deepEqual(refused(await bySession(who, 'GET', '', address)), [403, 'IP_NOT_ALLOWED'], address)

  const wrong = await change(who, ['192.0.2.0/24', '192.0.2.0/33'], [], 2)
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.error.details[0].path, 'sessionNetworks.1')
  const many = Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`)
  assert.equal((await change(who, [inside], many, 2)).status, 400)
  assert.equal((await change(who, [inside], many.slice(1), 2)).status, 200)
})

test('a list without its maker is refused with a sentence, and a list that somebody else changed too', async () => {
  const who = await member()
  const locked = await change(who, ['198.51.100.0/24'], [], 1)
  assert.equal(locked.status, 400)
  assert.match(locked.body.error.details[0].message, /Your own address, 192\.0\.2\.17, .*lock yourself out/)
  assert.equal((await change(who, ['192.0.2.0/24'], [], 2)).body.error.code, 'VERSION_CONFLICT')
  const both = await Promise.all([change(who, [inside], [], 1), change(who, [inside, outside], [], 1)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await bySession(who, 'GET', '/networks')).body.data.version, 2)
})

test('who signs in from outside learns so only after the right code, which stays good', async () => {
  const who = await member()
  const { staffEmail } = who.holder
  await change(who, ['192.0.2.0/24'], [], 1)
  const code = await askCode(staffEmail, outside)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const [known, unknown] = [
    await exchange(staffEmail, wrong, outside),
    await exchange('nobody@holder.example', wrong, outside),
  ]
  for (const reply of [known, unknown]) assert.deepEqual(refused(reply), [401, 'SIGN_IN_CODE_INVALID'])
  assert.deepEqual(refused(await exchange(staffEmail, code, outside)), [403, 'IP_NOT_ALLOWED'])
  assert.equal((await exchange(staffEmail, code, inside)).status, 201)
})

test('somebody who is outside by now can still end the session, and the operator lets everybody in again', async () => {
  const who = await member()
  await change(who, [inside], ['203.0.113.7'], 1)
  const headers = { cookie: who.cookie, origin: product.baseUrl, 'x-service-csrf': '1', ...from(outside) }
  assert.equal((await send(`${product.baseUrl}/auth/sign-out`, { method: 'POST', headers })).status, 200)
  assert.deepEqual(refused(await bySession(who, 'GET', '')), [401, 'SESSION_EXPIRED'])
  assert.equal((await byKey(who, '/me', outside)).status, 403)
  assert.equal((await clearHolderNetworks(product.operator, who.holder.id)).isChanged, true)
  assert.equal((await byKey(who, '/me', outside)).status, 200)
  assert.equal((await clearHolderNetworks(product.operator, who.holder.id)).isChanged, false)
  const { rows } = await product.operator.query(
    `select actor_kind, action from audit_event where platform_holder_id = $1 and action in ('updateHolderNetworks', 'holderNetworksCleared')
     order by at`,
    [who.holder.id],
  )
  assert.deepEqual(rows, [
    { actorKind: 'staff', action: 'updateHolderNetworks' },
    { actorKind: 'operator', action: 'holderNetworksCleared' },
  ])
})

/** What the mails about networks to somebody say of what and by whom, in any order, once no such job is queued. */
async function toldOf(email: string): Promise<string[]> {
  const database = new Client({ connectionString: product.databaseUrl })
  await database.connect()
  try {
    const queued = 'select from graphile_worker.jobs where task_identifier = $1'
    await eventually(async () => (await database.query(queued, [mailNetworksChange.task])).rowCount === 0, 20_000)
  } finally {
    await database.end()
  }
  const mails = await mailsTo(product, email)
  const told = mails.filter(({ subject }) => /^(Netwerken|Netzwerke) /.test(subject))
  return told
    .map(({ text }) => /^(?:Tijdstip|Zeitpunkt): .*\n(?<what>.*\n.*)$/m.exec(text)?.groups?.['what'] ?? text)
    .toSorted()
}

test('each owner is told of a change by mail in their own language, and nobody of lists that stay as they are', async () => {
  const who = await member()
  const { id, staffEmail } = who.holder
  const [owner, admin] = [`eva@${id}.example`, `adam@${id}.example`]
  await addStaff(product.operator, id, owner, { role: 'owner' })
  await addStaff(product.operator, id, admin, { role: 'admin' })
  await product.operator.query(
    `update staff_member set name = case when email = $2 then 'Anna de Wit' end,
       interface_locale = case when email = $3 then 'de' end where platform_holder_id = $1`,
    [id, staffEmail, owner],
  )
  await change(who, ['192.0.2.0/24'], [], 1)
  await change(who, ['192.0.2.17/24'], [], 2)
  await change(who, ['192.0.2.0/24'], ['203.0.113.7'], 2)
  await clearHolderNetworks(product.operator, id)
  await clearHolderNetworks(product.operator, id)
  assert.deepEqual(await toldOf(staffEmail), [
    'Gewijzigd: Netwerken van API-sleutels\nGewijzigd door: Anna de Wit',
    'Gewijzigd: Netwerken van medewerkers\nGewijzigd door: Anna de Wit',
    'Gewijzigd: Netwerken van medewerkers · Netwerken van API-sleutels\nGewijzigd door: Wie het platform beheert',
  ])
  assert.deepEqual(await toldOf(owner), [
    'Geändert: Netzwerke der API-Schlüssel\nGeändert von: Anna de Wit',
    'Geändert: Netzwerke des Teams\nGeändert von: Anna de Wit',
    'Geändert: Netzwerke des Teams · Netzwerke der API-Schlüssel\nGeändert von: Wer die Plattform betreibt',
  ])
  assert.deepEqual(await toldOf(admin), [])
  const mails = [...(await mailsTo(product, staffEmail)), ...(await mailsTo(product, owner))]
  assert.ok(mails.every(({ text }) => !/192\.0\.2|203\.0\.113/.test(text)))
})

test('of eight changes of one version one is made, and one mail is sent', async () => {
  const who = await member()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => change(who, [], [`203.0.113.${index}`], 1)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409, 409, 409])
  assert.deepEqual(await toldOf(who.holder.staffEmail), [
    `Gewijzigd: Netwerken van API-sleutels\nGewijzigd door: ${who.holder.staffEmail}`,
  ])
})

test('it says where keys that work called from, the latest first, and nothing of another organization', async () => {
  const [who, other] = [await member(), await member()]
  await byKey(other, '/me', outside)
  await byKey(who, '/me', '203.0.113.7')
  await byKey(who, '/me', '203.0.113.99')
  await byKey(who, '/me', '2001:db8:12:3456::1')
  const networks = await eventually(async () => {
    const { callingKeys } = (await bySession(who, 'GET', '/networks')).body.data
    return callingKeys.length === 2 ? callingKeys : undefined
  })
  assert.deepEqual(
    networks.map(({ keyName, network }: { keyName: string; network: string }) => [keyName, network]),
    [
      ['Test', '2001:db8:12:0::/48'],
      ['Test', '203.0.113.0/24'],
    ],
  )
})

test('of calls that race with a change each is let in or refused, and from its answer on all are refused', async () => {
  const who = await member()
  await change(who, [], ['203.0.113.7'], 1)
  let isChanged = false
  const late: Promise<Reply>[] = []
  const callers = Array.from({ length: 8 }, async () => {
    const seen = new Set<number>()
    for (let calls = 0; calls < 12; calls += 1) {
      const isAfter = isChanged
      const reply = byKey(who, '/me', '203.0.113.7')
      if (isAfter) late.push(reply)
      seen.add((await reply).status)
    }
    return seen
  })
  const changed = change(who, [], ['203.0.113.8'], 2).then((reply) => {
    isChanged = true
    return reply.status
  })
  const seen = await Promise.all(callers)
  assert.equal(await changed, 200)
  assert.ok(seen.every((statuses) => [...statuses].every((status) => status === 200 || status === 403)))
  late.push(byKey(who, '/me', '203.0.113.7'))
  assert.deepEqual(new Set((await Promise.all(late)).map(({ status }) => status)), new Set([403]))
})
