import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import type { CompanyAnswer, CompanySearch } from '#/ports/companies.ts'
import { dnbCompanies } from './dnb.ts'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'

const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
const patience = () => ({ signal: AbortSignal.timeout(60_000), onProgress: async () => undefined })

const adapter = (baseUrl: string, consumerSecret: string = testAccount.consumerSecret) =>
  dnbCompanies({ baseUrl, consumerKey: testAccount.consumerKey, consumerSecret, guard })

async function twin(t: TestContext) {
  const sandbox = await sandboxForTests(t)
  return { sandbox, companies: adapter(`${sandbox.url}/dnb`), calls: () => sandbox.get('/dnb/calls') }
}

function resultOf<T>(answer: CompanyAnswer<T>): T {
  assert.ok(answer.outcome === 'answered', JSON.stringify(answer))
  return answer.result
}

const failed = (errorCode: string) => ({ outcome: 'failed', errorCode })

const fictivePractice = {
  duns: '411000006',
  primaryName: 'Stichting Fictieve Huisartsenpraktijk',
  tradeNames: ['Praktijk De Fictie'],
  registrationNumber: '90006623',
  address: 'Sint Jacobsstraat 300',
  postalCode: '3511BT',
  city: 'Utrecht',
  countryCode: 'NL',
}

test('a company is found by its name, its trade name, its KvK number and its address', async (t) => {
  const { companies } = await twin(t)
  const searches: CompanySearch[] = [
    { mode: 'name', name: 'fictieve huisartsenpraktijk' },
    { mode: 'name', name: 'Praktijk de Fictie' },
    { mode: 'kvk', kvk: '90006623' },
    { mode: 'address', postalCode: '3511 bt', houseNumber: '300' },
  ]
  for (const search of searches) {
    const found = resultOf(await companies.search(search, patience()))
    assert.deepEqual(
      found.find(({ duns }) => duns === fictivePractice.duns),
      fictivePractice,
      search.mode,
    )
  }
})

test('an address finds at most ten companies, all at that house number', async (t) => {
  const { companies } = await twin(t)
  const at = async (houseNumber: string) =>
    resultOf(await companies.search({ mode: 'address', postalCode: '3511BT', houseNumber }, patience()))
  const found = await at('300')
  assert.equal(found.length, 10)
  assert.ok(found.every(({ address }) => address.startsWith('Sint Jacobsstraat 300')))
  assert.deepEqual(
    (await at('302')).map(({ primaryName }) => primaryName),
    ['Fictieve Vereniging van Eigenaars'],
  )
  assert.deepEqual(await at('1'), [])
})

test('nothing found is an empty list, and an unknown number no company', async (t) => {
  const { companies } = await twin(t)
  assert.deepEqual(resultOf(await companies.search({ mode: 'kvk', kvk: '00000000' }, patience())), [])
  assert.equal(resultOf(await companies.detail('999999999', patience())), null)
})

test('a company abroad is neither found nor shown', async (t) => {
  const { companies } = await twin(t)
  assert.deepEqual(resultOf(await companies.search({ mode: 'name', name: 'Antwerpen' }, patience())), [])
  assert.equal(resultOf(await companies.detail('371000001', patience())), null)
})

test('a detail has its KvK number alone and the industry codes that are one', async (t) => {
  const { companies } = await twin(t)
  assert.deepEqual(resultOf(await companies.detail(fictivePractice.duns, patience())), {
    duns: fictivePractice.duns,
    primaryName: fictivePractice.primaryName,
    primaryAddress: {
      line1: 'Sint Jacobsstraat 300',
      line2: '',
      postalCode: '3511BT',
      city: 'Utrecht',
      countryCode: 'NL',
    },
    registrationNumbers: [{ number: '90006623', type: 'KvK' }],
    industryCodes: [
      { code: '86210', label: 'Huisartsenzorg', type: 'NACE Revision 2', priority: 1 },
      { code: '80110000', label: 'Offices and clinics', type: 'D&B Standard Industry Code', priority: 1 },
      { code: '8011', label: 'Offices and clinics', type: 'US Standard Industry Code 1987 - 4 digit', priority: 1 },
    ],
  })
})

test('telephone numbers, web addresses and people of the wire are in no answer', async (t) => {
  const { sandbox, companies } = await twin(t)
  const { access_token: token } = await tokenOf(`${sandbox.url}/dnb`)
  const raw = await fetch(`${sandbox.url}/dnb/v1/data/duns/411000006?blockIDs=companyinfo_L2_v1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const secrets = ['0201000006', 'bestaat-niet', 'Dirk Directeur']
  const wire = await raw.text()
  for (const secret of secrets) assert.ok(wire.includes(secret), secret)
  const answers = JSON.stringify([
    await companies.search({ mode: 'kvk', kvk: '90006623' }, patience()),
    await companies.detail('411000006', patience()),
  ])
  for (const secret of secrets) assert.ok(!answers.includes(secret), secret)
})

async function tokenOf(url: string): Promise<{ access_token: string }> {
  const { consumerKey, consumerSecret } = testAccount
  const response = await fetch(`${url}/v3/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return (await response.json()) as { access_token: string }
}

test('a token is fetched once for many look-ups, also when they begin together', async (t) => {
  const { companies, calls } = await twin(t)
  const search = () => companies.search({ mode: 'kvk', kvk: '69599084' }, patience())
  await Promise.all(Array.from({ length: 10 }, search))
  await search()
  assert.deepEqual(await calls(), { token: 1, match: 11, data: 0 })
})

test('an account the vendor does not know is said so', async (t) => {
  const { sandbox } = await twin(t)
  const companies = adapter(`${sandbox.url}/dnb`, 'wrong')
  assert.deepEqual(await companies.detail('411000001', patience()), failed('PROVIDER_AUTH'))
})

test('each fault of the vendor has its name, and progress is told before each call and when it is answered', async (t) => {
  const { sandbox, companies } = await twin(t)
  for (const [mode, errorCode] of [
    ['error', 'PROVIDER_UNAVAILABLE'],
    ['refuse', 'PROVIDER_REJECTED'],
  ]) {
    await sandbox.post('/faults', { provider: 'dnb', mode, count: 1 })
    assert.deepEqual(await companies.detail('411000001', patience()), failed(errorCode ?? ''))
  }
  let progress = 0
  const impatient = new AbortController()
  const onProgress = async () => {
    progress += 1
    if (progress === 3) setTimeout(() => impatient.abort(), 300)
  }
  const call = { signal: impatient.signal, onProgress }
  await sandbox.post('/faults', { provider: 'dnb', mode: 'blackhole', count: 1 })
  assert.deepEqual(await adapter(`${sandbox.url}/dnb`).detail('411000001', call), failed('PROVIDER_UNAVAILABLE'))
  assert.equal(progress, 3, 'the token, its answer, and the company')
})

type Scripted = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }

/** A vendor that gives tokens `t1`, `t2`, …, and these answers in order, repeating the last one. */
async function scripted(t: TestContext, ...answers: Scripted[]) {
  const seen: string[] = []
  let tokens = 0
  const server = createServer((request: IncomingMessage, response) => {
    request.resume()
    const isToken = request.url?.endsWith('/v3/token')
    seen.push(isToken ? 'token' : String(request.headers.authorization))
    const answer = isToken
      ? { status: 200, body: { access_token: `t${(tokens += 1)}`, expires_in: 86_400 } }
      : ((answers.length > 1 ? answers.shift() : answers[0]) as Scripted)
    response.writeHead(answer.status, { 'content-type': 'application/json', ...(answer as Scripted).headers })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void server.close())
  return { companies: adapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), seen }
}

const kvk: CompanySearch = { mode: 'kvk', kvk: '69599084' }
const nothingFound = { status: 404, body: { error: { errorCode: '20505' } } }

test('an answer that has begun to arrive is a sign of life', async (t) => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    if (request.url?.endsWith('/v3/token')) response.end(JSON.stringify({ access_token: 't', expires_in: 86_400 }))
    else response.flushHeaders()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void server.closeAllConnections())
  t.after(() => void server.close())
  const silence = new AbortController()
  const signs: number[] = []
  const onProgress = async () => {
    signs.push(performance.now())
    if (signs.length === 4) silence.abort()
  }
  const companies = adapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const call = { signal: silence.signal, onProgress }
  assert.deepEqual(await companies.detail('411000001', call), failed('PROVIDER_UNAVAILABLE'))
  assert.equal(signs.length, 4, 'the token, its answer, the company, and its answer')
})

test('a 404 that is not of the vendor is no answer', async (t) => {
  for (const body of [null, '<html>', { error: 'not found' }, { error: { errorCode: '' } }]) {
    const { companies } = await scripted(t, { status: 404, body })
    assert.deepEqual(await companies.search(kvk, patience()), failed('PROVIDER_ANSWER_INVALID'))
    assert.deepEqual(await companies.detail('411000001', patience()), failed('PROVIDER_ANSWER_INVALID'))
  }
})

const unauthorized = { status: 401, body: { error: { errorCode: '00041' } } }

test('a refused token is renewed once, and the new one is kept', async (t) => {
  const { companies, seen } = await scripted(t, unauthorized, nothingFound)
  assert.deepEqual(resultOf(await companies.search(kvk, patience())), [])
  assert.deepEqual(resultOf(await companies.search(kvk, patience())), [])
  assert.deepEqual(seen, ['token', 'Bearer t1', 'token', 'Bearer t2', 'Bearer t2'])
})

test('a token that is refused twice is not fetched a third time', async (t) => {
  const { companies, seen } = await scripted(t, unauthorized)
  assert.deepEqual(await companies.search(kvk, patience()), failed('PROVIDER_AUTH'))
  assert.deepEqual(seen, ['token', 'Bearer t1', 'token', 'Bearer t2'])
})

test('a provider that is busy is asked once more, unless it asks for a long pause', async (t) => {
  const busy = { status: 429, body: null, headers: { 'retry-after': '0' } }
  const { companies, seen } = await scripted(t, busy, nothingFound, busy, busy)
  assert.deepEqual(resultOf(await companies.search(kvk, patience())), [])
  assert.deepEqual(await companies.search(kvk, patience()), failed('PROVIDER_RATE_LIMITED'))
  assert.equal(seen.length, 5)
  const later = await scripted(t, { ...busy, headers: { 'retry-after': '60' } })
  assert.deepEqual(await later.companies.search(kvk, patience()), failed('PROVIDER_RATE_LIMITED'))
  assert.equal(later.seen.length, 2)
})

test('of what a vendor sends only what holds is used', async (t) => {
  const organization = {
    duns: '411000001',
    primaryName: ` ${'é'.repeat(600)}`,
    tradeStyleNames: [{ name: 'B', priority: 2 }, { name: null }, { name: 'A', priority: 1 }],
    registrationNumbers: [{ registrationNumber: 'NL8', typeDnBCode: 521, isPreferredRegistrationNumber: true }],
    primaryAddress: { addressCountry: { isoAlpha2Code: 'NL' }, streetAddress: null },
  }
  const candidates = [
    { organization },
    { organization: { ...organization, duns: '1' } },
    { organization: { ...organization, primaryAddress: { addressCountry: { isoAlpha2Code: 'BE' } } } },
    { organization: { ...organization, primaryAddress: null } },
    { organization: null },
  ]
  const { companies } = await scripted(t, { status: 200, body: { matchCandidates: candidates } })
  assert.deepEqual(resultOf(await companies.search(kvk, patience())), [
    {
      duns: '411000001',
      primaryName: 'é'.repeat(500),
      tradeNames: ['A', 'B'],
      registrationNumber: 'NL8',
      address: '',
      postalCode: '',
      city: '',
      countryCode: 'NL',
    },
  ])
})

test('an answer that cannot be read, or is about another company, is no answer', async (t) => {
  const another = { organization: { duns: '411000002', primaryName: 'B' } }
  const missing = { organization: { duns: '411000001', primaryName: 'A' }, blockStatus: [{ status: 'error' }] }
  for (const body of ['<html>', {}, null, another, missing]) {
    const { companies } = await scripted(t, { status: 200, body })
    assert.deepEqual(await companies.detail('411000001', patience()), failed('PROVIDER_ANSWER_INVALID'))
  }
  const { companies } = await scripted(t, { status: 200, body: {} })
  assert.deepEqual(await companies.search(kvk, patience()), failed('PROVIDER_ANSWER_INVALID'))
})

test('production takes no plain http', () => {
  const production = destinationGuard({ environment: 'production', allowedDestinations: [] })
  const options = { baseUrl: 'http://plus.dnb.example', consumerKey: 'a', consumerSecret: 'b', guard: production }
  assert.throws(() => dnbCompanies(options), /The D&B base URL must use https/)
})
