import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { callApi, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { fromBrowser, newAction } from '../../operation-cases.ts'
import { signedIn, storeColleague } from '../../voice-world.ts'

let product: TestProduct
let holder: TestHolder
let actorId: string
let world: { product: TestProduct; holder: TestHolder; cookie: string }
before(async () => {
  product = await startTestProduct({ roles: ['api', 'sandbox'] })
  holder = await product.createHolder()
})
// A member of staff has only so many conversations: each test has its own.
beforeEach(async () => {
  actorId = await storeColleague(product, holder.id)
  world = { product, holder, cookie: await signedIn(product, holder.id, actorId) }
})
after(() => product?.stop())

const open = (body: object = { clientRequestId: randomUUID() }) => fromBrowser(world, 'POST', '/voice/sessions', body)
const read = (id: string, cookie = world.cookie) => fromBrowser({ ...world, cookie }, 'GET', `/voice/sessions/${id}`)
const fault = (mode: string) => callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'elevenlabs', mode })

test('a session is ready with the pinned version and a signed URL of the agent', async () => {
  const clientRequestId = randomUUID()
  const { status, body } = await open({ clientRequestId, locale: 'nl' })
  assert.equal(status, 201)
  const { data } = body
  assert.equal(data.status, 'ready')
  assert.equal(data.clientRequestId, clientRequestId)
  assert.equal(data.agentVersion, product.services.voiceAgent.agentVersion)
  assert.match(data.signedUrl, /^wss?:\/\/.*conversation_signature=/)
  assert.deepEqual((await read(clientRequestId)).body.data, data)
})

test('the signed URL is told to the browser session that asked, and to no other', async () => {
  const clientRequestId = randomUUID()
  const { body } = await open({ clientRequestId })
  assert.ok(body.data.signedUrl)
  const other = await signedIn(product, holder.id, actorId)
  const seen = (await read(clientRequestId, other)).body.data
  assert.deepEqual([seen.status, seen.signedUrl, seen.signedUrlExpiresAt], ['ready', null, null])
  const action = newAction(clientRequestId, 'getHolderProfile', {})
  assert.equal((await fromBrowser({ ...world, cookie: other }, 'POST', '/voice/actions', action)).status, 404)
})

test('the signed URL is stored encrypted, in no stored answer and no log, and erased when it is of no use', async () => {
  const clientRequestId = randomUUID()
  const { signedUrl } = (await open({ clientRequestId })).body.data
  const secret = new URL(signedUrl).searchParams.get('conversation_signature') ?? ''
  assert.ok(secret.length > 10)
  const { rows } = await product.operator.query(
    `select to_jsonb(s)::text as row from voice_session s union all select to_jsonb(c)::text from client_request c
     union all select to_jsonb(a)::text from audit_event a`,
  )
  assert.ok(rows.some(({ row }) => row.includes(clientRequestId)))
  assert.ok(!rows.some(({ row }) => row.includes(secret)))
  assert.ok(!product.logLines.some((line) => line.includes(secret)))
  await product.clock.advance('PT16M')
  assert.equal((await read(clientRequestId)).body.data.signedUrl, null)
  await product.maintain()
  const left = 'select count(*)::int as urls from voice_session where encrypted_url is not null'
  assert.deepEqual((await product.operator.query(left)).rows, [{ urls: 0 }])
})

test('the same clientRequestId gives the same session again; with another body it is refused', async () => {
  const clientRequestId = randomUUID()
  const first = await open({ clientRequestId, locale: 'nl' })
  const again = await open({ clientRequestId, locale: 'nl' })
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body.data, first.body.data)
  const { status, body } = await open({ clientRequestId, locale: 'en' })
  assert.deepEqual([status, body.error.code], [409, 'REQUEST_ID_REUSED'])
})

test('of parallel requests with one id a single one opens a conversation', async () => {
  const clientRequestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => open({ clientRequestId })))
  assert.ok(answers.every(({ status }) => status === 201))
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
  assert.equal(new Set(answers.map(({ body }) => body.data.sessionId)).size, 1)
})

test('a provider that refuses is a 503 of its own, the poll says so, and the same id may try again', async () => {
  const clientRequestId = randomUUID()
  await fault('error')
  const failed = await open({ clientRequestId })
  await fault('none')
  assert.deepEqual([failed.status, failed.body.error.code], [503, 'VOICE_PROVIDER_UNAVAILABLE'])
  assert.equal(failed.body.error.retryable, true)
  const { data } = (await read(clientRequestId)).body
  assert.deepEqual([data.status, data.errorCode, data.signedUrl], ['failed', 'provider_unavailable', null])
  assert.equal((await open({ clientRequestId })).body.data.status, 'ready')
})

test('a session that is silent stalls at 20 seconds and times out at 30; then it may be begun anew', async () => {
  const clientRequestId = randomUUID()
  await open({ clientRequestId })
  await product.operator.query(
    `update voice_session set status = 'starting', encrypted_url = null, url_expires_at = null where client_request_id = $1`,
    [clientRequestId],
  )
  const statusOf = async () => (await read(clientRequestId)).body.data.status
  assert.equal(await statusOf(), 'starting')
  await product.clock.advance('PT20S')
  assert.equal(await statusOf(), 'stalled')
  await product.clock.advance('PT10S')
  assert.equal(await statusOf(), 'timed_out')
  assert.equal((await open({ clientRequestId })).body.data.status, 'ready')
})

test('a conversation that is over takes no action', async () => {
  const clientRequestId = randomUUID()
  await open({ clientRequestId })
  const act = () => fromBrowser(world, 'POST', '/voice/actions', newAction(clientRequestId, 'getHolderProfile', {}))
  assert.equal((await act()).body.data.status, 'succeeded')
  await product.clock.advance('PT31M')
  assert.equal((await read(clientRequestId)).body.data.status, 'ended')
  const { status, body } = await act()
  assert.deepEqual([status, body.error.code], [409, 'STATE_CONFLICT'])
})

test('of thirty conversations that a member opens at once five are opened, and the others are told what to do', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => open()))
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 25)
  for (const { body, headers } of refused) {
    assert.equal(body.error.code, 'RATE_LIMITED')
    assert.match(body.error.message, /You have 5 conversations open\. End one/)
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds > 1_790 && seconds <= 1_805, `${seconds}`)
  }
  const colleague = await signedIn(product, holder.id, await storeColleague(product, holder.id))
  const theirs = await fromBrowser({ ...world, cookie: colleague }, 'POST', '/voice/sessions', {
    clientRequestId: randomUUID(),
  })
  assert.equal(theirs.status, 201)
  const again = answers.find(({ status }) => status === 201)!.body.data.clientRequestId
  assert.equal((await open({ clientRequestId: again })).status, 201, 'one that is open is answered again')
})

test('a conversation that lapses makes room for another', async () => {
  for (let opened = 0; opened < 5; opened += 1) assert.equal((await open()).status, 201)
  const refused = await open()
  assert.equal(refused.status, 429)
  await product.clock.advance(`PT${refused.headers.get('retry-after')}S`)
  assert.equal((await open()).status, 201)
})

test('whoever says that a conversation ended may open the next, thirty within an hour', async () => {
  const talkBriefly = async () => {
    const { status, headers, body } = await open()
    if (status !== 201) return { status, headers, body }
    return open({ clientRequestId: body.data.clientRequestId, ended: true })
  }
  for (let talk = 0; talk < 30; talk += 1) assert.equal((await talkBriefly()).body.data.status, 'ended')
  const refused = await talkBriefly()
  assert.equal(refused.status, 429)
  assert.match(refused.body.error.message, /30 conversations within an hour/)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 3_540 && seconds <= 3_605, `${seconds}`)
  await product.clock.advance(`PT${seconds}S`)
  assert.equal((await talkBriefly()).status, 201)
})

test('a conversation that ended shows no URL and takes no action, and only its member can end it', async () => {
  const clientRequestId = randomUUID()
  await open({ clientRequestId })
  const colleague = await signedIn(product, holder.id, await storeColleague(product, holder.id))
  const ending = { clientRequestId, ended: true }
  assert.equal((await fromBrowser({ ...world, cookie: colleague }, 'POST', '/voice/sessions', ending)).status, 404)
  assert.equal((await read(clientRequestId)).body.data.status, 'ready')
  const { status, body } = await open(ending)
  assert.deepEqual([status, body.data.status, body.data.signedUrl], [201, 'ended', null])
  assert.equal((await open(ending)).body.data.status, 'ended')
  assert.equal((await open({ clientRequestId })).body.data.status, 'ended', 'it is not begun again')
  const act = newAction(clientRequestId, 'getHolderProfile', {})
  assert.equal((await fromBrowser(world, 'POST', '/voice/actions', act)).body.error.code, 'STATE_CONFLICT')
})

test('a session of somebody else at the same organization is 404', async () => {
  const clientRequestId = randomUUID()
  await open({ clientRequestId })
  const colleague = await signedIn(product, holder.id, await storeColleague(product, holder.id))
  assert.equal((await read(clientRequestId, colleague)).status, 404)
})

test('without an agent the code says so, and so does an agent without a version', async () => {
  const variants = [
    [{ TIJDIG_ELEVENLABS_API_KEY: 'sk_own' }, 'VOICE_AGENT_NOT_CONFIGURED', 'not_configured'],
    [
      { TIJDIG_ELEVENLABS_API_KEY: 'sk_own', TIJDIG_ELEVENLABS_AGENT_ID: 'agent_own' },
      'VOICE_AGENT_VERSION_MISSING',
      'agent_version_missing',
    ],
    [
      {
        TIJDIG_ELEVENLABS_API_KEY: 'sk_own',
        TIJDIG_ELEVENLABS_AGENT_ID: 'agent_own',
        TIJDIG_ELEVENLABS_AGENT_VERSION: 'agtvrsn_own',
        TIJDIG_ELEVENLABS_URL: 'https://api.elevenlabs.io',
      },
      'VOICE_CONFIGURATION_INVALID',
      'configuration_invalid',
    ],
  ] as const
  for (const [env, code, errorCode] of variants) {
    const bare = await startTestProduct({ env: { ...env } })
    try {
      const own = await bare.createHolder()
      const parties = { product: bare, holder: own, cookie: await signedIn(bare, own.id, own.actorId) }
      const clientRequestId = randomUUID()
      const { status, body } = await fromBrowser(parties, 'POST', '/voice/sessions', { clientRequestId })
      assert.deepEqual([status, body.error.code], [503, code])
      const { data } = (await fromBrowser(parties, 'GET', `/voice/sessions/${clientRequestId}`)).body
      assert.deepEqual([data.status, data.errorCode], ['failed', errorCode])
    } finally {
      await bare.stop()
    }
  }
})
