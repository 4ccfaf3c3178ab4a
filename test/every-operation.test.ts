import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { operations } from '#/app/operations.ts'
import { newId } from '#/kernel/ids.ts'
import { isForPeopleOnly, needsCsrf, type Operation } from '#/kernel/operation.ts'
import { createApiKeySecret } from '#/slices/access/api-keys/api-key-secret.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import { scopesOf } from '#/surfaces/scopes.ts'
import { assertDocumented, compileDocumented, documented } from './api/http/contract-document.ts'
import { send, type Reply } from './api/http-request.ts'
import { storedState, untilNothingIsOnItsWay } from './api/appointments/stored-state.ts'
import { eventually, startTestProduct, type TestProduct } from './harness.ts'
import {
  callOperation,
  caseMakerOf,
  casesNamed,
  cookieOf,
  goodHeaders,
  newKey,
  newRecipientKey,
  openWorld,
  schemesOf,
  urlOf,
  type OperationCase,
  type World,
} from './operation-cases.ts'

// What holds for every operation, generated from the list of operations: a new one is tested automatically.

const golden = JSON.parse(
  await readFile(new URL('golden/operations-not-driven.json', import.meta.url), 'utf8'),
) as Record<string, string>
const driven = operations.filter(({ contract }) => !(contract.operationId in golden))
const allScopes = scopesOf(operations, 'platform_holder_user')

/** Written by hand: whose misuse outlasts the session, or costs money. */
const sensitive = [
  'createApiKey',
  'revokeApiKey',
  'archiveServiceAccount',
  'createServiceAccountKey',
  'revokeServiceAccountKey',
  'inviteHolderStaff',
  'updateHolderStaff',
  'deactivateHolderStaff',
  'updateHolderNetworks',
  'startHolderPaymentSetup',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookEndpointSecret',
]

let product: TestProduct
let world: World
let stranger: World
let badCredentials: BadCredential[]
/** Keys of staff and of the recipient with one scope each. */
const staffKeyOf = new Map<string, string>()
const recipientKeyOf = new Map<string, string>()

before(async () => {
  product = await startTestProduct({
    env: { TIJDIG_RATE_LIMIT_PER_MINUTE: '1000000', TIJDIG_INTAKE_LIMIT_PER_MINUTE: '1000000' },
  })
  const expiredKey = await newKey(product, await product.createHolder(), allScopes, 1)
  // Expiry follows the test clock, so the rest of this file takes place two days later.
  await product.clock.set((await product.clock.now()).add({ hours: 48 }).toString())
  world = await openWorld(product)
  stranger = await openWorld(product)
  badCredentials = await makeBadCredentials(expiredKey)
  for (const scope of allScopes) staffKeyOf.set(scope, await newKey(product, world.holder, [scope]))
  for (const scope of scopesOf(operations, 'recipient'))
    recipientKeyOf.set(scope, await newRecipientKey(world, [scope]))
})
after(() => product?.stop())

test('every operation is driven by a test, or a reviewed list says why not', () => {
  const ids = new Set(operations.map(({ contract }) => contract.operationId))
  const untested = operations
    .filter((operation) => caseMakerOf(operation) === null && !(operation.contract.operationId in golden))
    .map(({ contract }) => contract.operationId)
  assert.deepEqual(untested, [], 'add a case to operation-cases.ts')
  const stale = [...casesNamed, ...Object.keys(golden)].filter((id) => !ids.has(id))
  assert.deepEqual(stale, [], 'cases of operations that do not exist')
  for (const [id, reason] of Object.entries(golden)) assert.ok(reason.length > 20, `${id} needs a reason`)
})

for (const operation of driven) {
  const { contract } = operation
  describe(`${contract.operationId}`, () => {
    test('succeeds with every credential it names, and answers what the document says', () => assertSucceeds(operation))
    test('is refused without a good credential, and nothing is written', () => assertUnauthenticated(operation))
    test('its examples are valid and every property has a type', () => assertExamplesValid(operation))
    test('is refused with a credential of another kind', () => assertOtherKindsRefused(operation))
    test('refuses query parameters it does not know', () => assertUnknownQueryRefused(operation))
    // What only a browser may do is refused to every key, above.
    if (contract.scope !== null && contract.auth.includes('apiKey')) {
      test(`only ${contract.scope} opens it`, () => assertOnlyItsScope(operation, contract.scope ?? ''))
    }
    if (Object.keys(contract.params.properties).length > 0) {
      test('answers the same to a foreign id and to none that exists', () => assertForeignIsAbsent(operation))
    }
    if ('pageToken' in contract.query.properties) {
      test('refuses a page token that is not its own before it looks whose list is asked for', () =>
        assertPageTokenFirst(operation))
    }
    if (contract.body !== null) {
      test('refuses unknown fields at every depth, and nothing is written', () => assertUnknownFieldsRefused(operation))
    } else if (contract.method !== 'GET') {
      test('refuses a body, because it takes none', () => assertBodyRefused(operation))
    }
    if (contract.method === 'PATCH' && 'expectedVersion' in propertiesOf(contract.body)) {
      test('a second time it changes nothing, and raises no version', () => assertSecondTimeIsNone(operation))
    }
    if (contract.server === undefined) {
      const name = isForPeopleOnly(contract) ? 'is for people only' : 'is open to an agent that speaks for a person'
      test(name, () => assertForPeople(operation))
    }
    if (contract.isSensitive) {
      test('a session of staff needs a proof of the last 15 minutes', () => assertProved(operation))
    }
    if (contract.method === 'GET') {
      test('changes nothing', () => assertReadsOnly(operation))
    } else if (needsCsrf(contract)) {
      test('a browser session needs Origin and X-Service-CSRF', () => assertCsrf(operation))
    }
  })
}

test('what a stolen session must not do is said of these, and of no others', () => {
  assert.deepEqual(
    operations.filter(({ contract }) => contract.isSensitive).map(({ contract }) => contract.operationId),
    sensitive,
  )
})

test('an agent that speaks for a person reads, and changes only by proposals', () => {
  const accepted = operations.filter(({ contract }) => contract.method !== 'GET' && !isForPeopleOnly(contract))
  assert.deepEqual(
    accepted.map(({ contract }) => contract.operationId).toSorted(),
    // All but the first only read.
    [
      'executeHolderVoiceAction',
      'getHolderCompany',
      'matchHolderAppointments',
      'previewHolderReminder',
      'searchHolderCompanies',
    ],
  )
})

for (const operation of driven.filter(({ contract }) => contract.role !== 'either')) {
  const other = operation.contract.role === 'recipient' ? 'platform_holder_user' : 'recipient'
  test(`${operation.contract.operationId} is not for ${other === 'recipient' ? 'recipients' : 'staff'}`, async () => {
    const schemes = operation.contract.auth.filter((scheme) => scheme !== 'recipientSession')
    for (const scheme of schemes) {
      const reply = await callOperation(product, operation, exampleCase(operation), goodHeaders(world, scheme, other))
      assertRefused(reply, 403, 'ROLE_FORBIDDEN')
    }
  })
}

async function assertSucceeds(operation: Operation): Promise<void> {
  const { contract } = operation
  assert.ok(schemesOf(operation, world).length > 0)
  for (const scheme of schemesOf(operation, world)) {
    const operationCase = await caseOf(operation)
    const reply = await callOperation(
      product,
      operation,
      operationCase,
      goodHeaders(world, scheme, operation.contract.role),
    )
    assert.ok(contract.success.includes(reply.status), `${reply.status} ${reply.text}`)
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    assert.match(String(reply.headers.ratelimit), /^"[a-z]+";r=\d+;t=\d+$/)
    assert.match(String(reply.headers['ratelimit-policy']), /^"[a-z]+";q=1000000;w=60$/)
    if (contract.file) {
      assert.equal(reply.headers['content-type'], `${contract.file.mediaType}; charset=utf-8`)
      assert.match(String(reply.headers['x-request-id']), /^req_[0-9a-f]{32}$/)
      continue
    }
    assertDocumented(contract.operationId, reply.status, reply.body)
    assert.equal(reply.headers['x-request-id'], reply.body.requestId)
    assert.match(String(reply.headers['content-type']), /^application\/json/)
    const { version } = contract.versionIn ? reply.body.data[contract.versionIn] : reply.body.data
    const isVersionedRead = contract.method === 'GET' && version !== undefined
    assert.equal(reply.headers.etag, isVersionedRead ? `"v${version}"` : undefined)
  }
}

async function assertSecondTimeIsNone(operation: Operation): Promise<void> {
  const { role, versionIn } = operation.contract
  const [scheme = 'apiKey'] = schemesOf(operation, world)
  const first = await caseOf(operation)
  const call = (operationCase: OperationCase) =>
    callOperation(product, operation, operationCase, goodHeaders(world, scheme, role))
  const dataOf = ({ status, text, body }: Reply) => {
    assert.equal(status, 200, text)
    // What was replanned differs for each change.
    const { replanned: _, ...data } = body.data
    return { data, version: versionIn ? data[versionIn].version : data.version }
  }
  const once = dataOf(await call(first))
  const twice = dataOf(await call({ ...first, body: { ...first.body, expectedVersion: once.version } }))
  assert.deepEqual(twice, once)
}

function propertiesOf(schema: unknown): object {
  return (schema as { properties?: object } | null)?.properties ?? {}
}

/** What is stored once the workers have sent what the cases before made due. */
async function restingState(except: readonly string[] = []): Promise<Record<string, string>> {
  await untilNothingIsOnItsWay(product.operator)
  return storedState(product.operator, except)
}

async function assertUnauthenticated(operation: Operation): Promise<void> {
  const before = await restingState()
  for (const { name, headers, code } of badCredentials) {
    const reply = await callOperation(product, operation, exampleCase(operation), headers)
    assertRefused(reply, 401, code, name)
    assert.equal(reply.headers['www-authenticate'], 'Bearer', name)
  }
  const inQuery = `${urlOf(product, operation, exampleCase(operation)).split('?')[0]}?access_token=${world.holder.apiKey}`
  assertRefused(await send(inQuery, { method: operation.contract.method }), 401, 'UNAUTHENTICATED', 'in the query')
  assert.deepEqual(await restingState(), before)
}

async function assertOtherKindsRefused(operation: Operation): Promise<void> {
  const { contract } = operation
  for (const scheme of ['apiKey', 'browserSession'] as const) {
    if (contract.auth.includes(scheme)) continue
    const role = contract.role === 'recipient' ? 'recipient' : 'platform_holder_user'
    const reply = await callOperation(product, operation, exampleCase(operation), goodHeaders(world, scheme, role))
    assertRefused(reply, 403, scheme === 'apiKey' ? 'BROWSER_SESSION_REQUIRED' : 'API_KEY_REQUIRED', scheme)
  }
}

async function assertOnlyItsScope(operation: Operation, scope: string): Promise<void> {
  const before = await restingState()
  const nobody = { ...exampleCase(operation), body: operation.contract.body ? { unknown: true } : undefined }
  for (const [other, key] of operation.contract.role === 'recipient' ? recipientKeyOf : staffKeyOf) {
    const reply = await callOperation(product, operation, nobody as OperationCase, { authorization: `Bearer ${key}` })
    if (other === scope) assert.ok([400, 404].includes(reply.status) || reply.status === 200, reply.text)
    else assertRefused(reply, 403, 'SCOPE_MISSING', other)
  }
  assert.deepEqual(await restingState(['audit_event']), without(before, 'audit_event'))
}

/** Ids that holders choose themselves: one that is not there is made. */
const ownIds = new Set(['updateHolderLocation locationId'])

/** A resource of somebody else gets the very same answer, byte for byte, as one that does not exist. */
async function assertForeignIsAbsent(operation: Operation): Promise<void> {
  const [scheme = ''] = schemesOf(operation, world)
  const own = await caseOf(operation)
  const foreign = await caseOf(operation, stranger)
  const before = await restingState()
  for (const name of Object.keys(operation.contract.params.properties)) {
    if (ownIds.has(`${operation.contract.operationId} ${name}`)) continue
    const answers: string[] = []
    // Ids without an owner, such as a DUNS number or the name of a step, are the same for everybody.
    const theirs = foreign.params[name] === own.params[name] ? [] : [foreign.params[name] ?? '']
    for (const id of [...theirs, newId(), randomUUID(), 'not-one-of-ours', 'x'.repeat(128)]) {
      const operationCase = { ...own, params: { ...own.params, [name]: id } }
      const reply = await callOperation(
        product,
        operation,
        operationCase,
        goodHeaders(world, scheme, operation.contract.role),
      )
      assertRefused(reply, 404, 'NOT_FOUND', `${name} ${id}`)
      answers.push(withoutVariables(reply))
    }
    assert.deepEqual(new Set(answers).size, 1, answers.join('\n'))
    for (const id of ['-x', 'x'.repeat(129), 'a.b', 'é'.repeat(2)]) {
      const operationCase = { ...own, params: { ...own.params, [name]: id } }
      const reply = await callOperation(
        product,
        operation,
        operationCase,
        goodHeaders(world, scheme, operation.contract.role),
      )
      assertRefused(reply, 400, 'VALIDATION_FAILED', `${name} ${id}`)
    }
  }
  assert.deepEqual(await restingState(), before)
}

async function assertPageTokenFirst(operation: Operation): Promise<void> {
  const own = await caseOf(operation)
  const foreign = await caseOf(operation, stranger)
  const [scheme = ''] = schemesOf(operation, world)
  const before = await restingState()
  for (const params of [own.params, foreign.params, absent(own.params)]) {
    const operationCase = { ...own, params, query: { ...own.query, pageToken: 'W10.AAAA' } }
    const headers = goodHeaders(world, scheme, operation.contract.role)
    const reply = await callOperation(product, operation, operationCase, headers)
    assertRefused(reply, 400, 'PAGE_TOKEN_INVALID', JSON.stringify(params))
  }
  assert.deepEqual(await restingState(), before)
}

function absent(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(params).map((name) => [name, newId()]))
}

async function assertUnknownFieldsRefused(operation: Operation): Promise<void> {
  const operationCase = await caseOf(operation)
  const places = objectsIn(operationCase.body, '')
  assert.deepEqual(
    objectsInSchema(operation.contract.body, '').filter(
      (path) => !places.some((place) => shapeOf(place.path) === path),
    ),
    [],
    'the case of this operation leaves nested objects out',
  )
  const [scheme = ''] = schemesOf(operation, world)
  const before = await restingState()
  for (const { path } of places) {
    const body = structuredClone(operationCase.body) as Record<string, unknown>
    const target = objectsIn(body, '').find((place) => place.path === path)?.object ?? assert.fail(path)
    const names = ['surprise', 'role', 'status', 'tenant', 'platformHolderId'].filter((name) => !(name in target))
    names.push('__proto__', 'constructor')
    // All at once, because the answer names each that it refuses.
    for (const name of names) Object.defineProperty(target, name, { value: 'x', enumerable: true })
    const headers = goodHeaders(world, scheme, operation.contract.role)
    const reply = await callOperation(product, operation, { ...operationCase, body }, headers)
    assertRefused(reply, 400, 'UNKNOWN_FIELD', `${path}: ${names.join()}`)
    assert.deepEqual(
      reply.body.error.details.map((detail: { path: string; code: string }) => [detail.path, detail.code]),
      names.map((name) => [`${path}${name}`, 'unknown_field']),
    )
  }
  assert.deepEqual(await restingState(), before)
}

async function assertBodyRefused(operation: Operation): Promise<void> {
  const operationCase = await caseOf(operation)
  const [scheme = ''] = schemesOf(operation, world)
  const before = await restingState()
  const reply = await callOperation(
    product,
    operation,
    { ...operationCase, body: { surprise: 1 } },
    goodHeaders(world, scheme, operation.contract.role),
  )
  assertRefused(reply, 400, 'UNKNOWN_FIELD')
  assert.deepEqual(await restingState(), before)
}

async function assertUnknownQueryRefused(operation: Operation): Promise<void> {
  const [scheme = ''] = schemesOf(operation, world)
  const operationCase = await caseOf(operation)
  const before = await restingState()
  for (const name of ['surprise', 'role', 'platformHolderId', '__proto__', 'constructor']) {
    if (name in operation.contract.query.properties) continue
    const query = { ...operationCase.query, ...Object.fromEntries([[name, 'x']]) }
    const reply = await callOperation(
      product,
      operation,
      { ...operationCase, query },
      goodHeaders(world, scheme, operation.contract.role),
    )
    assertRefused(reply, 400, 'UNKNOWN_FIELD', name)
    assert.equal(reply.body.error.details[0].path, `query.${name}`)
  }
  for (const name of Object.keys(operation.contract.query.properties)) {
    const url = urlOf(product, operation, operationCase)
    const value = operationCase.query?.[name] ?? '1'
    const twice = `${url.split('?')[0]}?${new URLSearchParams([...Object.entries(operationCase.query ?? {}), [name, value], [name, value]])}`
    const reply = await send(twice, {
      method: operation.contract.method,
      headers: goodHeaders(world, scheme, operation.contract.role),
    })
    assertRefused(reply, 400, 'VALIDATION_FAILED', `${name} twice`)
    const query = { ...operationCase.query, [name]: 'a\0b' }
    const withNul = await callOperation(
      product,
      operation,
      { ...operationCase, query },
      goodHeaders(world, scheme, operation.contract.role),
    )
    assert.equal(withNul.status, 400, `${name} with NUL: ${withNul.text}`)
  }
  assert.deepEqual(await restingState(), before)
}

async function assertReadsOnly(operation: Operation): Promise<void> {
  const operationCase = await caseOf(operation)
  for (const scheme of schemesOf(operation, world)) {
    // A read writes its audit row, and nothing else.
    const before = await restingState(['audit_event'])
    const url = urlOf(product, operation, operationCase)
    const good = goodHeaders(world, scheme, operation.contract.role)
    const shape = ({ headers }: { headers: Record<string, unknown> }) => [headers['content-length'], headers['etag']]
    // Of the log of calls the next answer can have an entry more: each is written a second after its call.
    await eventually(async () => {
      const whole = await callOperation(product, operation, operationCase, good)
      const head = await send(url, { method: 'HEAD', headers: good })
      assert.deepEqual([head.status, head.text], [operation.contract.spendsOnRead ? 405 : 200, ''])
      return operation.contract.spendsOnRead || isDeepStrictEqual(shape(head), shape(whole))
    })
    assert.deepEqual(await restingState(['audit_event']), before)
  }
}

async function assertCsrf(operation: Operation): Promise<void> {
  const cookie = cookieOf(operation, world)
  const { origin, port } = new URL(product.baseUrl)
  const good = { origin, 'x-service-csrf': '1' }
  const refused: Record<string, string>[] = [
    {},
    { origin },
    { 'x-service-csrf': '1' },
    ...['0', 'true', '1, 1', '01', '"1"', 'yes'].map((proof) => ({ ...good, 'x-service-csrf': proof })),
    ...[
      'null',
      `http://127.0.0.1:${Number(port) + 1}`,
      `http://sibling.127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      `${origin}.evil.example`,
      `${origin}/`,
      `${origin}, ${origin}`,
    ].map((other) => ({ ...good, origin: other })),
    { 'x-service-csrf': '1', referer: `${origin}/portal` },
  ]
  const operationCase = await caseOf(operation)
  const before = await restingState()
  for (const headers of refused) {
    const reply = await callOperation(product, operation, operationCase, { cookie, ...headers })
    assertRefused(reply, 403, 'CSRF_REQUIRED', JSON.stringify(headers))
  }
  assert.deepEqual(await restingState(), before)
  // Browsers do not send a bearer key by themselves, so it needs neither; other tests show that it succeeds.
  const reply = await callOperation(product, operation, operationCase, { cookie, ...good })
  assert.ok(operation.contract.success.includes(reply.status), reply.text)
}

/** A session that was stolen is older than its last proof; whoever stole it can give no new one. */
async function assertProved(operation: Operation): Promise<void> {
  const { success } = operation.contract
  const headers = goodHeaders(world, 'browserSession', 'platform_holder_user')
  const operationCase = await caseOf(operation)
  await proveAgo('15 minutes 1 second')
  const before = await restingState()
  const refused = await callOperation(product, operation, operationCase, headers)
  assertRefused(refused, 403, 'FRESH_PROOF_REQUIRED')
  assertDocumented(operation.contract.operationId, 403, refused.body)
  assert.deepEqual(await restingState(), before)
  for (const scheme of schemesOf(operation, world).filter((other) => other !== 'browserSession')) {
    const byKey = await callOperation(product, operation, await caseOf(operation), goodHeaders(world, scheme, 'either'))
    assert.ok(success.includes(byKey.status), `a key has nobody to ask: ${byKey.text}`)
  }
  await proveAgo('14 minutes')
  const again = await callOperation(product, operation, operationCase, headers)
  assert.ok(success.includes(again.status), `the very same call goes on: ${again.text}`)
  await proveAgo('-12 hours')
}

/** Lets staff have given their last code or passkey so long ago. */
async function proveAgo(age: string): Promise<void> {
  await product.operator.query(
    'update staff_session set proved_at = now() - $2::interval where platform_holder_id = $1',
    [world.holder.id, age],
  )
}

async function assertForPeople(operation: Operation): Promise<void> {
  const { contract } = operation
  for (const scheme of schemesOf(operation, world)) {
    const good = goodHeaders(world, scheme, contract.role)
    const operationCase = await caseOf(operation)
    const before = await restingState()
    const call = callOperation(product, operation, operationCase, { ...good, 'x-voice-tool': 'platform_action' })
    if (!isForPeopleOnly(contract)) {
      assert.ok(contract.success.includes((await call).status))
      continue
    }
    assertRefused(await call, 400, 'HUMAN_CONFIRMATION_REQUIRED', scheme)
    assert.deepEqual(await restingState(), before)
  }
}

function assertExamplesValid({ contract }: Operation): void {
  const { params, query, body, data } = contract.example
  for (const [schema, example] of [
    [contract.params, params ?? {}],
    [contract.query, query ?? {}],
    ...(contract.body ? [[contract.body, body] as const] : []),
    [contract.data, data],
  ] as const) {
    const validate = ajv.compile(schema as object)
    assert.ok(validate(example), `${ajv.errorsText(validate.errors)}: ${JSON.stringify(example)}`)
    assert.deepEqual(untyped(schema, ''), [])
  }
  const { operation } = documented.find((entry) => entry.operation.operationId === contract.operationId)!
  for (const { content } of [
    ...(operation.requestBody ? [operation.requestBody] : []),
    ...contract.success.map((status) => operation.responses[status]!),
  ]) {
    const [{ schema, example }] = Object.values(content) as [{ schema: unknown; example?: unknown }]
    const validate = compileDocumented(schema)
    // Where there is none here, a component has one.
    if (example !== undefined) assert.ok(validate(example), ajv.errorsText(validate.errors))
  }
  for (const parameter of operation.parameters) compileDocumented(parameter.schema)
}

type BadCredential = {
  readonly name: string
  readonly headers: Record<string, string> | [string, string][]
  readonly code: string
}

async function makeBadCredentials(expiredKey: string): Promise<BadCredential[]> {
  const { holder, cookie } = world
  const good = `Bearer ${holder.apiKey}`
  const revokedKey = await newKey(product, holder, allScopes)
  const { rowCount } = await product.operator.query(
    `update api_key set revoked_at = tijdig_now() where secret_sha256 = sha256($1::bytea)`,
    [revokedKey],
  )
  assert.equal(rowCount, 1)
  const ended = await openWorld(product)
  await product.operator.query('update staff_session set ended_at = now() where platform_holder_id = $1', [
    ended.holder.id,
  ])
  const bearer = (name: string, token: string, code = 'UNAUTHENTICATED') => ({
    name,
    headers: { authorization: token },
    code,
  })
  const lastCharacter = holder.apiKey.endsWith('x') ? 'y' : 'x'
  return [
    { name: 'none', headers: {}, code: 'UNAUTHENTICATED' },
    bearer('a word', 'Bearer x'),
    bearer('Basic', `Basic ${Buffer.from(`${holder.apiKey}:`).toString('base64')}`),
    bearer('no token', 'Bearer '),
    bearer('no scheme', holder.apiKey),
    bearer('8 kB', `Bearer ${'x'.repeat(8_192)}`),
    bearer('a key and more', `${good} x`),
    {
      name: 'two headers',
      headers: [
        ['authorization', good],
        ['authorization', good],
      ],
      code: 'UNAUTHENTICATED',
    },
    bearer('wrong checksum', `Bearer ${holder.apiKey.slice(0, -1)}${lastCharacter}`),
    // Well-formed but unknown, like a key of another installation.
    bearer('unknown key', `Bearer ${createApiKeySecret()}`),
    bearer('expired key', `Bearer ${expiredKey}`, 'API_KEY_EXPIRED'),
    bearer('revoked key', `Bearer ${revokedKey}`, 'API_KEY_REVOKED'),
    bearer('recipient token', `Bearer ${'a'.repeat(43)}`, 'INVALID_RECIPIENT_SESSION'),
    bearer('session token as bearer', `Bearer ${cookie.split('=')[1]}`, 'INVALID_RECIPIENT_SESSION'),
    {
      name: 'good cookie, bad bearer',
      headers: { ...goodHeaders(world, 'browserSession', 'platform_holder_user'), authorization: 'Bearer x' },
      code: 'UNAUTHENTICATED',
    },
    { name: 'unknown session', headers: { cookie: `tijdig_session=${'a'.repeat(43)}` }, code: 'UNAUTHENTICATED' },
    { name: 'API key as cookie', headers: { cookie: `tijdig_session=${holder.apiKey}` }, code: 'UNAUTHENTICATED' },
    {
      name: 'ended session',
      headers: goodHeaders(ended, 'browserSession', 'platform_holder_user'),
      code: 'SESSION_EXPIRED',
    },
  ]
}

function caseOf(operation: Operation, of: World = world): Promise<OperationCase> {
  const make = caseMakerOf(operation)
  assert.ok(make, `no case for ${operation.contract.operationId}`)
  return make(of)
}

/** Enough for a request that is refused before its content is read. */
function exampleCase({ contract }: Operation): OperationCase {
  const { params, query, body } = contract.example
  return { params: params ?? {}, query: query ?? {}, body: body as Record<string, unknown> } as OperationCase
}

function assertRefused(reply: Reply, status: number, code: string, name = ''): void {
  assert.equal(reply.status, status, `${name}: ${reply.text}`)
  const { error, requestId } = reply.body
  assert.equal(error.code, code, name)
  assert.equal(requestId, reply.headers['x-request-id'])
  assert.match(String(reply.headers['content-type']), /^application\/json/)
  assert.equal(reply.headers['cache-control'], 'no-store')
  assertErrorBody(reply.body)
}

const validateError = compileDocumented({ $ref: '#/components/schemas/ApiError' })

function assertErrorBody(body: unknown): void {
  assert.ok(validateError(body), ajv.errorsText(validateError.errors))
}

function withoutVariables({ status, headers, text, body }: Reply): string {
  const rest = Object.entries(headers).filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name))
  return JSON.stringify([status, rest, text.replace(body.requestId, '')])
}

function without(state: Record<string, string>, table: string): Record<string, string> {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== table))
}

/** Every object of a body with its path, such as `recipient.` or `steps.0.`. */
function objectsIn(value: unknown, path: string): { path: string; object: Record<string, unknown> }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, `${path}${index}.`))
  if (value === null || typeof value !== 'object') return []
  const object = value as Record<string, unknown>
  return [{ path, object }, ...Object.entries(object).flatMap(([key, item]) => objectsIn(item, `${path}${key}.`))]
}

function objectsInSchema(schema: unknown, path: string): string[] {
  const { properties, items } = (schema ?? {}) as { properties?: Record<string, unknown>; items?: unknown }
  if (items) return objectsInSchema(items, `${path}*.`)
  if (!properties) return []
  return [path, ...Object.entries(properties).flatMap(([key, item]) => objectsInSchema(item, `${path}${key}.`))]
}

function shapeOf(path: string): string {
  return path.replaceAll(/\b\d+\./g, '*.')
}

function untyped(schema: unknown, path: string): string[] {
  const { type, properties, items } = schema as {
    type?: unknown
    properties?: Record<string, unknown>
    items?: unknown
  }
  return [
    ...(type === undefined ? [path || 'the whole'] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, property]) => untyped(property, `${path}.${name}`)),
    ...(items ? untyped(items, `${path}[]`) : []),
  ]
}
