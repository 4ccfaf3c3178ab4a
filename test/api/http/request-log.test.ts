import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '#/kernel/log.ts'
import { newId } from '#/kernel/ids.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { CallWriter, type AnsweredCall } from '#/slices/request-log/request-log.ts'
import { callApi, eventually, signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'
import { startSecondApi } from '../second-api.ts'
import { send } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await startTestProduct({ roles: ['api', 'worker', 'sandbox'] })
  holder = await product.createHolder()
})
after(() => product?.stop())

type Logged = {
  readonly id: string
  readonly answeredAt: string
  readonly requestId: string
  readonly operation: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly details: readonly { readonly path: string; readonly code: string }[]
  readonly key: { readonly id: string; readonly name: string | null }
}

/** A call with the key, and its request id. */
async function ask(path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) {
  const reply = await send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, {
    method,
    headers: { authorization: `Bearer ${holder.apiKey}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const details: Logged['details'] = reply.status < 400 ? [] : reply.body.error.details
  return { status: reply.status, requestId: String(reply.headers['x-request-id']), details }
}

async function list(query: string, by = holder): Promise<{ items: Logged[]; nextPageToken: string | null }> {
  const { status, body } = await by.call('GET', `/request-log?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** The entry of a call, once it is stored. */
const logged = (requestId: string) =>
  eventually(async () => (await list(`requestId=${requestId}`)).items.find((item) => item.requestId === requestId))

test('what a key was answered is found by its request id, with the fields that were wrong', async () => {
  const appointment = await newAppointment(product)
  const booked = await holder.call('POST', '/appointments', appointment)
  const id = newId()
  const cases: [Awaited<ReturnType<typeof ask>>, Partial<Logged> & { status: number }][] = [
    [await ask(''), { status: 200, operation: 'getHolderProfile', errorCode: null, details: [] }],
    [
      await ask('/appointments', 'POST', { ...appointment, timezone: 'Mars/Base', startsAt: 'tomorrow' }),
      {
        status: 400,
        operation: 'createHolderAppointment',
        errorCode: 'VALIDATION_FAILED',
        details: [{ path: 'startsAt', code: 'invalid_format' }],
      },
    ],
    [
      await ask(`/appointments/${id}`),
      { status: 404, operation: 'getHolderAppointment', errorCode: 'NOT_FOUND', path: `/appointments/${id}` },
    ],
    [await ask('', 'PATCH', '{'), { status: 400, operation: 'updateHolderProfile', errorCode: 'MALFORMED_JSON' }],
    [
      await ask('', 'PATCH', 'a=b', { 'content-type': 'text/plain' }),
      { status: 415, operation: 'updateHolderProfile', errorCode: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      await ask(`/appointments/${booked.body.data.id}`, 'PATCH', { expectedVersion: 9, title: 'Other' }),
      { status: 409, errorCode: 'VERSION_CONFLICT', details: [{ path: 'expectedVersion', code: 'conflict' }] },
    ],
  ]
  for (const [{ status, requestId }, { path = '', ...fields }] of cases) {
    const entry = await logged(requestId)
    assert.equal(status, fields.status)
    assert.deepEqual({ ...entry, ...fields }, entry)
    assert.equal(entry.path.startsWith(`/api/v1/platform-holders/${holder.id}${path}`), true, entry.path)
    assert.equal(entry.key.id, await keyIdOf(holder))
    assert.notEqual(entry.key.name, null)
  }
})

async function keyIdOf({ id }: TestHolder): Promise<string> {
  const { rows } = await product.operator.query<{ id: string }>(
    'select id from api_key where platform_holder_id = $1 order by created_at, id limit 1',
    [id],
  )
  return rows[0]!.id
}

test('a key that lacks a scope, or has used up its allowance, is told so in the log', async () => {
  const limited = await startSecondApi(product, { limits: { default: 5, intake: 5, anonymous: 0 } })
  try {
    const url = `${limited.url}/api/v1/platform-holders/${holder.id}`
    const headers = { authorization: `Bearer ${holder.apiKey}` }
    const answers = await Promise.all(Array.from({ length: 12 }, () => callApi(url, 'GET', undefined, headers)))
    const refused = answers.find(({ status }) => status === 429)
    assert.ok(refused, answers.map(({ status }) => status).join())
    assert.equal((await logged(refused.body.requestId)).errorCode, 'RATE_LIMITED')
  } finally {
    await limited.stop()
  }
  await product.operator.query(`update api_key set scopes = '{access:read}' where platform_holder_id = $1`, [holder.id])
  try {
    const { status, requestId } = await ask('')
    assert.equal(status, 403)
    assert.equal((await logged(requestId)).errorCode, 'SCOPE_MISSING')
  } finally {
    await product.operator.query(`update api_key set scopes = $2 where platform_holder_id = $1`, [
      holder.id,
      product.services.scopes.platform_holder_user,
    ])
  }
})

test('nothing that a call said is kept: no value, query, header or address of a computer', async () => {
  const secret = 'Vertrouwelijk'
  const before = await list('')
  const replies = [
    await ask(`/appointments/${secret}`),
    await ask(`/appointments?query=${secret}`),
    await ask(`/appointments?${secret}%40example.com=1`),
    await ask('/appointments', 'POST', { [`${secret}@example.com`]: secret, recipient: { [`+316 ${secret}`]: 1 } }),
    await ask('', 'PATCH', { expectedVersion: 1, displayName: secret, websiteUrl: secret }, { 'x-note': secret }),
    await ask('', 'GET', undefined, { 'user-agent': `${secret} of somebody (${secret})`, cookie: `a=${secret}` }),
  ]
  for (const { requestId } of replies) await logged(requestId)
  const { rows } = await product.operator.query<Record<string, unknown>>(
    'select l::text as all from request_log l where platform_holder_id = $1',
    [holder.id],
  )
  assert.ok(rows.length >= before.items.length + replies.length)
  const own = rows.filter(({ all }) => String(all).includes(secret))
  // The word before a program's version, or alone, is its name.
  assert.deepEqual(
    own.map(({ all }) => String(all).match(/[^,]*$/)?.[0]),
    [`${secret})`],
  )
  assert.equal(JSON.stringify(rows).includes('127.0.0.1'), false)
})

test('of a name that the caller made up nothing is kept unless it looks like a field, and the answer names it whole', async () => {
  const names = [
    'phoneNumber',
    'noor.jansen.van@example.com',
    '06.1234.5678',
    '12.03.1984',
    'Jansen',
    '1984',
    'a/b~c.d',
  ]
  const own = Object.fromEntries(names.map((name) => [name, 1]))
  const cases = [
    [`/appointments?${new URLSearchParams(names.map((name) => [name, '1']))}`, 'GET', undefined, 'query.'],
    ['', 'PATCH', own, ''],
    ['', 'PATCH', { schedulingSetup: { locations: [own] } }, 'schedulingSetup.locations.0.'],
    [`/saved-views/${newId()}`, 'DELETE', own, ''],
  ] as const
  for (const [path, method, body, place] of cases) {
    const { status, requestId, details } = await ask(path, method, body)
    assert.equal(status, 400)
    const unknown = details.filter(({ code }) => code === 'unknown_field').map((fault) => fault.path)
    assert.deepEqual(unknown.toSorted(), names.map((name) => place + name).toSorted())
    const entry = await logged(requestId)
    assert.deepEqual(
      entry.details
        .filter(({ code }) => code === 'unknown_field')
        .map((fault) => fault.path)
        .toSorted(),
      [`${place}*`, `${place}phoneNumber`],
    )
    for (const part of ['noor', 'jansen', 'example', '1234', '5678', '1984', 'a/b'])
      assert.equal(JSON.stringify(entry.details).toLowerCase().includes(part), false, part)
  }
})

test('a good key that its organization or its networks keep out is told so in the log, and only there', async () => {
  const own = await product.createHolder()
  const cookie = await signIn(product, own.staffEmail)
  const keyId = await keyIdOf(own)
  const set = (sql: string) => product.operator.query(sql, [own.id])
  const behindProxy = await startSecondApi(product, { trustedProxies: ['127.0.0.1'] })
  const from = async (address: string, credential: Record<string, string>) => {
    const headers = { 'x-forwarded-for': address, ...credential }
    const { body } = await callApi(`${behindProxy.url}/api/v1/platform-holders/${own.id}`, 'GET', undefined, headers)
    return { requestId: String(body.requestId), code: body.error?.code }
  }
  const ofKey = { authorization: `Bearer ${own.apiKey}` }
  const refused: Awaited<ReturnType<typeof from>>[] = []
  const left: typeof refused = []
  try {
    await set(`insert into holder_networks (platform_holder_id, session_networks, key_networks, version)
      values ($1, '{127.0.0.0/8}', '{203.0.113.7}', 2)`)
    refused.push(await from('198.51.100.4', ofKey))
    left.push(await from('198.51.100.4', { cookie }))
    for (const [table, status] of [
      ['platform_holder', 'suspended'],
      ['staff_member', 'inactive'],
    ]) {
      await set(`update ${table} set status = '${status}' where platform_holder_id = $1`)
      refused.push(await from('203.0.113.7', ofKey))
      left.push(await from('203.0.113.7', { cookie }))
      await set(`update ${table} set status = 'active' where platform_holder_id = $1`)
    }
    const good = await from('203.0.113.7', ofKey)
    await set('update api_key set revoked_at = tijdig_now() where platform_holder_id = $1')
    left.push(await from('198.51.100.4', ofKey))
    assert.deepEqual(
      refused.map(({ code }) => code),
      ['IP_NOT_ALLOWED', 'TENANT_INACTIVE', 'ASSIGNMENT_INACTIVE'],
    )
    assert.equal(good.code, undefined)
    assert.deepEqual(
      left.map(({ code }) => code),
      ['IP_NOT_ALLOWED', 'TENANT_INACTIVE', 'ASSIGNMENT_INACTIVE', 'API_KEY_REVOKED'],
    )
    refused.push(good)
  } finally {
    // Stores what waits.
    await behindProxy.stop()
  }
  const reply = await callApi(`${product.baseUrl}/api/v1/platform-holders/${own.id}/request-log`, 'GET', undefined, {
    cookie,
  })
  const items: (Logged & { network: string })[] = reply.body.data.items
  assert.deepEqual(
    items.map(({ requestId, errorCode, key, network }) => [requestId, errorCode, key.id, network]),
    refused
      .map(({ requestId, code = null }, at) => [
        requestId,
        code,
        keyId,
        at === 0 ? '198.51.100.0/24' : '203.0.113.0/24',
      ])
      .toReversed(),
  )
  for (const { requestId } of [...refused, ...left])
    assert.deepEqual((await list(`requestId=${requestId}`)).items, [], 'another organization sees it')
})

test('a call without a good key, or of a session, and a read of the log itself, leave no entry', async () => {
  const cookie = await signIn(product, holder.staffEmail)
  const ids = ['req_11111111111111111111111111111111', 'req_22222222222222222222222222222222']
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}`
  const { status } = await callApi(url, 'GET', undefined, { authorization: 'Bearer x', 'x-request-id': ids[0]! })
  assert.equal(status, 401)
  const ofSession = await callApi(url, 'GET', undefined, { cookie, 'x-request-id': ids[1]! })
  assert.equal(ofSession.status, 200)
  await list('')
  // Stored after those, or at once with them.
  await logged((await ask('')).requestId)
  const { rows } = await product.operator.query(
    `select 1 from request_log where request_id = any($1) or operation = 'listRequestLog'`,
    [ids],
  )
  assert.deepEqual(rows, [])
})

test('each filter, and any of them together, finds the calls that fit, page by page and newest first', async () => {
  const own = await product.createHolder()
  const keys = [newId(), newId()]
  const writer = new CallWriter({ pool: product.operator, log: createLog('silent'), onDropped: refuseDrop })
  const now = Date.now()
  const calls = Array.from({ length: 240 }, (_, index) => ({
    ...call(own),
    // Several at the same instant.
    answeredAtMs: now - 1_000 * Math.floor(index / 3),
    status: [200, 201, 404, 400, 503][index % 5]!,
    operation: ['getHolderProfile', 'listHolderAppointments'][index % 2]!,
    keyId: keys[index % 3 === 0 ? 0 : 1]!,
  }))
  for (const one of calls) writer.add(one)
  await writer.stop()
  const newest = calls.toSorted((one, other) => other.answeredAtMs - one.answeredAtMs || (one.id < other.id ? 1 : -1))
  const from = now - 50_000
  const filters: Record<string, (one: AnsweredCall) => boolean> = {
    'status=2xx': ({ status }) => status < 300,
    'status=4xx': ({ status }) => status >= 400 && status < 500,
    'status=5xx': ({ status }) => status >= 500,
    'operation=getHolderProfile': ({ operation }) => operation === 'getHolderProfile',
    [`keyId=${keys[0]}`]: ({ keyId }) => keyId === keys[0],
    [`requestId=${calls[7]!.requestId}`]: ({ requestId }) => requestId === calls[7]!.requestId,
    [`from=${new Date(from).toISOString()}`]: ({ answeredAtMs }) => answeredAtMs >= from,
    [`to=${new Date(from).toISOString()}`]: ({ answeredAtMs }) => answeredAtMs < from,
  }
  const names = Object.keys(filters)
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => `${one}&${other}`))
  // A call has one status, and none is both before an instant and not.
  const possible = pairs.filter((pair) => !/status.*status|from.*to=/.test(pair))
  for (const query of ['', ...names, ...possible]) {
    const found: string[] = []
    for (let token: string | null = ''; token !== null;) {
      const page = await list(`${query}&pageSize=40${token && `&pageToken=${token}`}`, own)
      found.push(...page.items.map(({ id }) => id))
      token = page.nextPageToken
    }
    const wanted = newest.filter((one) => query === '' || query.split('&').every((name) => filters[name]!(one)))
    assert.deepEqual(
      found,
      wanted.map(({ id }) => id),
      query,
    )
  }
  assert.deepEqual((await list(`keyId=${keys[0]}`)).items, [], 'another organization sees them')
})

test('a search that finds little looks at 5,000 calls a page, and goes on from there', async () => {
  const own = await product.createHolder()
  const writer = new CallWriter({ pool: product.operator, log: createLog('silent'), onDropped: refuseDrop })
  const keyId = newId()
  const rare = { ...call(own), keyId, status: 400, answeredAtMs: 0 }
  writer.add({ ...rare, answeredAtMs: Date.now() - 60_000_000 })
  for (let index = 0; index < 6_000; index += 1)
    writer.add({ ...call(own), keyId, answeredAtMs: Date.now() - index * 1_000, status: 200, operation: 'other' })
  await writer.stop()
  const first = await list(`keyId=${keyId}&operation=${rare.operation}`, own)
  assert.deepEqual(first.items, [])
  assert.ok(first.nextPageToken)
  const second = await list(`keyId=${keyId}&operation=${rare.operation}&pageToken=${first.nextPageToken}`, own)
  assert.deepEqual(
    second.items.map(({ id }) => id),
    [rare.id],
  )
  assert.equal(second.nextPageToken, null)
})

test('calls of many at once are each in the log once, also of a process that ends right after', async () => {
  const own = await product.createHolder()
  const second = await startSecondApi(product)
  const made = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const origin = index % 2 === 0 ? product.baseUrl : second.url
      const headers = { authorization: `Bearer ${own.apiKey}` }
      return (await callApi(`${origin}/api/v1/platform-holders/${own.id}`, 'GET', undefined, headers)).body.requestId
    }),
  )
  await second.stop()
  const entries = async () => {
    const { rows } = await product.operator.query<{ requestId: string }>(
      'select request_id from request_log where platform_holder_id = $1',
      [own.id],
    )
    return rows.map(({ requestId }) => requestId)
  }
  const ofEnded = made.filter((_, index) => index % 2 === 1)
  assert.deepEqual(
    (await entries()).filter((id) => ofEnded.includes(id)).toSorted(),
    ofEnded.toSorted(),
    'the ended process left some behind',
  )
  await eventually(async () => (await entries()).length >= made.length)
  assert.deepEqual((await entries()).toSorted(), made.toSorted())
})

test('beyond 10,000 that wait, calls are dropped and counted; the others are stored when the database takes them', async () => {
  const own = await product.createHolder()
  const owner = new Client({ connectionString: product.databaseUrl })
  await owner.connect()
  let dropped = 0
  const onDropped = (calls: number) => void (dropped += calls)
  const writer = new CallWriter({ pool: product.operator, log: createLog('silent'), onDropped })
  try {
    await owner.query('begin; lock table request_log')
    for (let index = 0; index < 10_007; index += 1) writer.add(call(own))
    assert.equal(dropped, 7)
    await eventually(async () => {
      await owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await owner.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await owner.query('rollback')
    await eventually(async () => (await countOf(own)) >= 10_000)
    assert.equal(await countOf(own), 10_000)
    assert.equal(dropped, 7)
  } finally {
    await owner.end()
    await writer.stop()
  }
})

async function countOf({ id }: TestHolder): Promise<number> {
  const { rows } = await product.operator.query<{ count: number }>(
    'select count(*) from request_log where platform_holder_id = $1',
    [id],
  )
  return rows[0]!.count
}

function refuseDrop(calls: number): never {
  throw new Error(`${calls} were dropped`)
}

function call({ id: platformHolderId }: TestHolder): AnsweredCall {
  const id = newId()
  return {
    platformHolderId,
    answeredAtMs: Date.now(),
    id,
    requestId: `req_${id.replaceAll('-', '')}`,
    operation: 'getHolderProfile',
    method: 'GET',
    path: `/api/v1/platform-holders/${platformHolderId}`,
    status: 200,
    errorCode: null,
    faults: [],
    durationMs: 5,
    keyId: newId(),
    network: '203.0.113.0/24',
    client: 'curl/8.5.0',
  }
}
