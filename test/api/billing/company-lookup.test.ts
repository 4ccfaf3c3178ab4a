import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { callApi, eventually, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { rowsOf } from '../../operator-world.ts'
import { startSecondApi } from '../second-api.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct({ roles: ['api', 'sandbox'] })
})
after(() => product?.stop())
afterEach(() => fault('none'))

const practice = { mode: 'kvk', kvk: '90006623' }
const duns = '411000006'

async function fault(mode: string, to?: string): Promise<void> {
  const answer = await callApi(`${product.sandboxUrl}/faults`, 'POST', { provider: 'dnb', mode, ...(to && { to }) })
  assert.equal(answer.status, 200)
}

const search = (holder: TestHolder, what: object = practice, requestId: string = randomUUID()) =>
  holder.call('POST', '/companies/search', { requestId, search: what })
const detail = (holder: TestHolder, number = duns, requestId: string = randomUUID()) =>
  holder.call('POST', `/companies/${number}`, { requestId })
const progressOf = async (holder: TestHolder) => (await holder.call('GET', '/companies/progress')).body.data.progress
const callsAtTwin = async () => (await callApi(`${product.sandboxUrl}/dnb/calls`, 'GET')).body

test('companies are found by name, KvK number and address, and the look-up is completed', async () => {
  const holder = await product.createHolder()
  assert.equal(await progressOf(holder), null)
  for (const what of [
    { mode: 'name', name: ' huisartsenpraktijk ' },
    practice,
    { mode: 'address', postalCode: '3511 BT', houseNumber: '300' },
  ]) {
    const requestId = randomUUID()
    const { status, body } = await search(holder, what, requestId)
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.data.companies.length >= 1 && body.data.companies.length <= 10)
    const found = body.data.companies.find((company: { duns: string }) => company.duns === duns)
    assert.deepEqual([found.primaryName, found.countryCode], ['Stichting Fictieve Huisartsenpraktijk', 'NL'])
    const progress = await progressOf(holder)
    assert.deepEqual(
      [progress.requestId, progress.status, progress.phase, progress.errorCode, progress.completedAt],
      [requestId, 'completed', 'search', '', body.data.retrievedAt],
    )
  }
})

test('a company is shown with its registration, address and industry codes, and the phase is detail', async () => {
  const holder = await product.createHolder()
  const { status, body } = await detail(holder)
  assert.equal(status, 200)
  assert.deepEqual(body.data.company.registrationNumbers, [{ number: '90006623', type: 'KvK' }])
  assert.equal(body.data.company.industryCodes[0].code, '86210')
  const progress = await progressOf(holder)
  assert.deepEqual([progress.phase, progress.status], ['detail', 'completed'])
})

test('telephone numbers are in no answer', async () => {
  const holder = await product.createHolder()
  const answers = JSON.stringify([await search(holder), await detail(holder)])
  assert.ok(answers.includes(duns))
  assert.doesNotMatch(answers, /telephone|0201000006/i)
})

test('nothing of a search or its results is stored or logged', async () => {
  const holder = await product.createHolder()
  assert.equal((await search(holder, { mode: 'name', name: 'bolderbast' })).status, 200)
  assert.equal((await detail(holder)).status, 200)
  await fault('error')
  assert.equal((await search(holder, { mode: 'name', name: 'bolderbast' })).status, 503)
  const tables = await rowsOf<{ name: string }>(
    product.operator,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(product.operator, `select t::text as row from ${name} t`)
    for (const { row } of rows)
      assert.doesNotMatch(row, /bolderbast|69599068|Fictieve Huisartsenpraktijk|411000006/i, name)
  }
  assert.doesNotMatch(product.logLines.join('\n'), /bolderbast|Fictieve Huisartsenpraktijk|411000006/i)
})

test('a company that does not exist or is not Dutch is 404; what is no DUNS number costs no call', async () => {
  const holder = await product.createHolder()
  for (const unknown of ['999999999', '371000001']) {
    const { status, body } = await detail(holder, unknown)
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
    assert.equal((await progressOf(holder)).status, 'completed')
  }
  const before = await callsAtTwin()
  for (const none of ['41100000', '4110000066', 'abcdefghi']) assert.equal((await detail(holder, none)).status, 404)
  assert.deepEqual(await callsAtTwin(), before)
})

test('a search is one of three, whole and alone', async () => {
  const holder = await product.createHolder()
  const before = await callsAtTwin()
  const refused = async (what: object) => {
    const { status, body } = await search(holder, what)
    const details = body.error.details.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`)
    return [status, body.error.code, ...details]
  }
  assert.deepEqual(await refused({ mode: 'kvk', kvk: '1234567' }), [
    400,
    'VALIDATION_FAILED',
    'search.kvk invalid_format',
  ])
  assert.deepEqual(await refused({ mode: 'kvk' }), [400, 'VALIDATION_FAILED', 'search.kvk required'])
  assert.deepEqual(await refused({ mode: 'name', name: 'a' }), [400, 'VALIDATION_FAILED', 'search.name too_short'])
  assert.deepEqual(await refused({ mode: 'name', name: '   ' }), [400, 'VALIDATION_FAILED', 'search.name too_short'])
  assert.deepEqual(await refused({ mode: 'name', name: 'a'.repeat(161) }), [
    400,
    'VALIDATION_FAILED',
    'search.name too_long',
  ])
  assert.deepEqual(await refused({ mode: 'address', postalCode: '3511BT' }), [
    400,
    'VALIDATION_FAILED',
    'search.houseNumber required',
  ])
  assert.deepEqual(await refused({ ...practice, name: 'De Linde' }), [
    400,
    'UNKNOWN_FIELD',
    'search.name unknown_field',
  ])
  assert.deepEqual(await refused({ mode: 'phone' }), [400, 'VALIDATION_FAILED', 'search.mode not_allowed'])
  assert.deepEqual(await refused({}), [400, 'VALIDATION_FAILED', 'search.mode not_allowed'])
  assert.equal((await search(holder, practice, randomUUID().toUpperCase())).status, 400)
  assert.equal(await progressOf(holder), null)
  assert.deepEqual(await callsAtTwin(), before)
})

test('of twenty parallel look-ups with one requestId a single one reaches the provider', async () => {
  const holder = await product.createHolder()
  await search(holder)
  const before = await callsAtTwin()
  const requestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => search(holder, practice, requestId)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 429)])
  for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
    assert.equal(body.error.code, 'COMPANY_LOOKUP_REPEATED')
    assert.match(headers.get('retry-after') ?? '', /^(1|30)$/)
  }
  assert.deepEqual(await callsAtTwin(), { ...before, match: before.match + 1 })
})

test('the latest requestId again is refused without a call, for a search and a detail alike', async () => {
  const holder = await product.createHolder()
  const requestId = randomUUID()
  assert.equal((await search(holder, practice, requestId)).status, 200)
  const before = await callsAtTwin()
  for (const repeated of [await search(holder, practice, requestId), await detail(holder, duns, requestId)]) {
    assert.deepEqual([repeated.status, repeated.body.error.code], [429, 'COMPANY_LOOKUP_REPEATED'])
    // A new one may follow at once.
    assert.equal(repeated.headers.get('retry-after'), '1')
  }
  assert.deepEqual(await callsAtTwin(), before)
  assert.equal((await progressOf(holder)).phase, 'search')
})

test('a look-up of one member of staff is nobody else’s', async () => {
  const [mine, theirs] = [await product.createHolder(), await product.createHolder()]
  const requestId = randomUUID()
  assert.equal((await search(mine, practice, requestId)).status, 200)
  assert.equal(await progressOf(theirs), null)
  assert.equal((await search(theirs, practice, requestId)).status, 200)
})

test('a provider that fails is 503, the look-up failed with its reason, and a new one may begin', async () => {
  const holder = await product.createHolder()
  for (const [mode, errorCode] of [
    ['error', 'PROVIDER_UNAVAILABLE'],
    ['refuse', 'PROVIDER_REJECTED'],
  ]) {
    await fault(mode ?? '')
    const { status, body, headers } = await search(holder)
    assert.deepEqual([status, body.error.code], [503, 'PROVIDER_UNAVAILABLE'])
    assert.equal(body.error.retryable, false, 'the same requestId would be a repetition')
    assert.equal(headers.get('retry-after'), null, 'waiting does not help the same call')
    const progress = await progressOf(holder)
    assert.deepEqual([progress.status, progress.errorCode], ['failed', errorCode])
  }
  await fault('none')
  assert.equal((await search(holder)).status, 200)
})

test('where no register is configured a look-up is 503 NOT_CONFIGURED and leaves no trace', async (t) => {
  const holder = await product.createHolder()
  const { email } = product.settings
  const production = await startSecondApi(product, {
    environment: 'production',
    email: { ...email, smtpUrl: 'smtps://127.0.0.1:1', bounceTokens: ['token'] },
  })
  t.after(() => production.stop())
  const call = (method: string, path: string, body?: object) =>
    callApi(`${production.url}/api/v1/platform-holders/${holder.id}${path}`, method, body, {
      authorization: `Bearer ${holder.apiKey}`,
    })
  const requestId = randomUUID()
  for (const answer of [
    await call('POST', '/companies/search', { requestId, search: practice }),
    await call('POST', `/companies/${duns}`, { requestId }),
  ])
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'NOT_CONFIGURED'])
  assert.equal((await call('GET', '/companies/progress')).body.data.progress, null)
})

// In real time, and concurrently, each at a holder of its own.
test('a silent provider stalls at 20 s and is given up at 30 s; an answer between completes', async () => {
  const [slow, silent] = [await product.createHolder(), await product.createHolder()]
  await fault('slow', '68750110')
  await fault('blackhole', '69599084')
  const began = performance.now()
  const statuses: Record<'slow' | 'silent', [status: string, second: number][]> = { slow: [], silent: [] }
  const life = { isWatched: true }
  const watch = async (holder: TestHolder, name: 'slow' | 'silent') => {
    while (life.isWatched) {
      const second = (performance.now() - began) / 1_000
      const status = (await progressOf(holder))?.status
      if (status && statuses[name].at(-1)?.[0] !== status) statuses[name].push([status, second])
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const watching = Promise.all([watch(slow, 'slow'), watch(silent, 'silent')])
  const slowly = search(slow, { mode: 'kvk', kvk: '68750110' })
  const inVain = search(silent, { mode: 'kvk', kvk: '69599084' })
  await eventually(async () => (await progressOf(silent))?.status === 'running')
  const meanwhile = await search(silent)
  assert.deepEqual([meanwhile.status, meanwhile.body.error.code], [409, 'STATE_CONFLICT'])

  const [late, never] = await Promise.all([slowly, inVain])
  const seconds = (performance.now() - began) / 1_000
  await eventually(async () => statuses.silent.at(-1)?.[0] === 'timed_out')
  life.isWatched = false
  await watching
  assert.equal(late.status, 200)
  assert.deepEqual([never.status, never.body.error.code], [503, 'PROVIDER_UNAVAILABLE'])
  assert.ok(seconds >= 29.5 && seconds < 45, `given up after ${seconds} s`)
  const order = (name: 'slow' | 'silent') => statuses[name].map(([status]) => status)
  // The first bytes of the late answer are a sign of life: it may be `running` again for a moment.
  const afterAll = order('slow').filter((status, index) => index === 0 || status !== 'running')
  assert.deepEqual(afterAll, ['running', 'stalled', 'completed'])
  assert.deepEqual(order('silent'), ['running', 'stalled', 'timed_out'])
  for (const name of ['slow', 'silent'] as const) {
    const stalledAt = statuses[name].find(([status]) => status === 'stalled')?.[1] ?? 0
    // By two clocks, of which one may be late on a busy machine.
    assert.ok(stalledAt >= 19.5 && stalledAt < 29, `${name} stalled at ${stalledAt} s`)
  }
  assert.equal((await progressOf(silent)).errorCode, 'PROVIDER_TIMEOUT')
  assert.equal((await search(silent)).status, 200, 'a new look-up may begin')
})
