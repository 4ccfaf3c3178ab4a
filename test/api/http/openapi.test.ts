import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { operations } from '#/app/operations.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { errorCodes } from '#/kernel/errors.ts'
import { needsCsrf } from '#/kernel/operation.ts'
import { getHolderIntegration } from '#/slices/calendars/get-holder-integration.ts'
import { getHolderReminderPolicy } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
import { openApiDocument } from '#/surfaces/openapi/document.ts'
import { agentCatalogue } from '#/surfaces/agents/catalogue.ts'
import { shareTestProduct, startTestProduct, type TestProduct } from '../../harness.ts'
import {
  compileDocumented,
  compilePublished,
  contract,
  documented,
  resolve,
  type Schema,
  type DocumentedResponse,
} from './contract-document.ts'
import { send } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

/** Operations of the API and of the login server, which share one document. */
const allOperations = [...operations, ...loginOperations]

const file = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
const golden = async (name: string) => JSON.parse(await file(`test/golden/${name}.json`))

test('what is served, committed and generated is one document, as JSON and as YAML', async () => {
  const json = await send(`${product.baseUrl}/api/v1/openapi.json`)
  const yaml = await send(`${product.baseUrl}/api/v1/openapi.yaml`)
  assert.match(String(json.headers['content-type']), /^application\/json/)
  assert.match(String(yaml.headers['content-type']), /^application\/yaml/)
  assert.deepEqual(json.body, contract)
  assert.deepEqual(JSON.parse(await file('openapi/v1.json')), contract)
  assert.deepEqual(parse(yaml.text), contract)
})

test('the first who reads it stops nobody', async () => {
  const fresh = await startTestProduct({ roles: ['api'] })
  try {
    await send(`${fresh.baseUrl}/healthz`)
    for (const path of ['/api/v1/openapi.json', '/api/v1/openapi.yaml']) {
      // Of this thread alone, in which the product runs: other work of the machine does not count.
      const before = process.threadCpuUsage()
      await send(`${fresh.baseUrl}${path}`)
      const { user, system } = process.threadCpuUsage(before)
      assert.ok((user + system) / 1_000 < 100, `${path} took ${(user + system) / 1_000} ms`)
    }
  } finally {
    await fresh.stop()
  }
})

test('the document is OpenAPI 3.1 and names contract version 1.0.7', () => {
  assert.equal(contract.openapi, '3.1.0')
  assert.equal(contract.info.version, '1.0.7')
})

test('no operation vanishes or changes its name', async () => {
  const ids = documented.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length, 'operationIds are unique')
  assert.deepEqual(ids.toSorted(), Object.keys(await golden('operation-table')).toSorted())
})

test('every operation stands where the contract puts it, with its role, scope, credentials and statuses', async () => {
  const table = await golden('operation-table')
  for (const { contract: own } of allOperations) {
    const { method, path, role, scope, auth, success, voice } = own
    assert.deepEqual(
      { method, path, role, scope, auth, success, voice: voice ?? null },
      table[own.operationId],
      own.operationId,
    )
  }
})

test('the voice agent may take exactly the reviewed actions, and never keys, intake or itself', async () => {
  const table = await golden('operation-table')
  const actions = [...agentCatalogue(operations).values()]
  for (const { operationId, mode, category } of actions)
    assert.deepEqual({ mode, category }, table[operationId].voice, operationId)
  const expected = Object.entries<{ voice: object | null }>(table).filter(([, row]) => row.voice !== null)
  assert.equal(expected.length, 33)
  const existing = expected.filter(([id]) => operations.some(({ contract: own }) => own.operationId === id))
  assert.deepEqual(actions.map((action) => action.operationId).toSorted(), existing.map(([id]) => id).toSorted())
})

test('what a generator would have to name has a name: every object, choice, body and answer', () => {
  const anonymous: string[] = []
  const walk = (node: unknown, path: string): void => {
    if (node === null || typeof node !== 'object') return
    const schema = node as { properties?: object; enum?: unknown[] }
    const isComponent = /^#\/components\/schemas\/\w+$/.test(path)
    if (!isComponent && (schema.properties || schema.enum)) anonymous.push(path)
    for (const [key, child] of Object.entries(node)) if (!key.startsWith('example')) walk(child, `${path}/${key}`)
  }
  walk(contract, '#')
  assert.deepEqual(anonymous, [])
})

/** The description of a schema, or else of the component it refers to. */
function saidOf(schema: Schema): unknown {
  const [first] = schema.anyOf ?? []
  return schema.description ?? resolve(first ?? schema).description ?? (first && saidOf(resolve(first)))
}

const isSentence = (text: unknown) => typeof text === 'string' && /^[`A-Z1][^]*[\w)`]\.$/.test(text.trim())

test('every tag, operation, parameter, field and answer is described, in sentences', () => {
  const silent: string[] = []
  const check = (place: string, text: unknown) => {
    if (!isSentence(text)) silent.push(`${place}: ${text}`)
  }
  for (const { name, description } of contract.tags) check(`tag ${name}`, description)
  for (const { operation } of documented) {
    const { operationId, description, parameters, responses } = operation
    check(operationId, description)
    for (const parameter of parameters) check(`${operationId} ${parameter.name}`, parameter.description)
    for (const [status, response] of Object.entries(responses))
      check(`${operationId} ${status}`, response.description.split('\n')[0])
  }
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    if (schema.enum) check(name, schema.description)
    for (const [field, property] of Object.entries<Schema>(schema.properties ?? {}))
      if (!isEnvelope(name, field)) check(`${name}.${field}`, saidOf(property))
  }
  assert.deepEqual(silent, [])
})

/** The data of an envelope is what its operation describes. */
const isEnvelope = (name: string, field: string) => name.endsWith('Response') && field === 'data'

test('a field that refers to an identifier, an instant or another plain type says what it is there', () => {
  const plain = /\/(Identifier|Instant|Email|EmailOrEmpty|PhoneE164|TimeOfDay|TimeZone|LanguageTag)$/
  const silent = Object.entries(contract.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Schema>(properties).flatMap(([field, { $ref, anyOf, description }]) =>
      plain.test($ref ?? anyOf?.[0]?.$ref ?? '') && description === undefined ? [`${name}.${field}`] : [],
    ),
  )
  assert.deepEqual(silent, [])
})

test('every operation shows an example: its body, or else its answer', () => {
  const silent = documented.flatMap(({ operation: { operationId, requestBody, responses } }) => {
    const [success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
    const [shown] = Object.values(requestBody?.content ?? responses[success!]!.content ?? {})
    if (!shown || shown.example !== undefined) return []
    const { data = shown.schema } = resolve(shown.schema).properties
    const parts = [data, ...(resolve(data).allOf ?? [])].map(resolve)
    const isShown = parts.some(
      ({ examples, properties }) => examples ?? resolve(properties?.items?.items ?? {}).examples,
    )
    return isShown ? [] : [operationId]
  })
  assert.deepEqual(silent, [])
})

test('every text shows its form: itself, its type, or an example of an object that it is part of', () => {
  const shown = new Set<Schema>()
  const show = (schema: Schema, value: Schema): void => {
    const { $ref, allOf = [], anyOf = [], items = {}, properties = {} } = schema
    for (const part of [...allOf, ...anyOf, ...($ref ? [resolve(schema)] : [])]) show(part, value)
    if (Array.isArray(value)) for (const one of value) show(items, one)
    for (const [field, property] of Object.entries<Schema>(properties)) {
      if (!value?.[field]) continue
      shown.add(property)
      show(property, value[field])
    }
  }
  const bodies: Pick<Partial<DocumentedResponse>, 'content'>[] = [
    ...documented.flatMap(({ operation }) => [operation.requestBody ?? {}, ...Object.values(operation.responses)]),
    ...Object.values(contract.webhooks).map(({ post }) => post.requestBody),
  ]
  for (const { content = {} } of bodies) for (const { schema, example } of Object.values(content)) show(schema, example)
  for (const schema of Object.values(contract.components.schemas)) show(schema, schema.examples?.[0])

  const silent = Object.entries(contract.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Schema>(properties).flatMap(([field, property]) => {
      const type = resolve(property.anyOf?.[0] ?? property)
      const isText = [type.type].flat().includes('string') && !type.enum && !type.const
      return isText && !property.examples && !type.examples && !shown.has(property) ? [`${name}.${field}`] : []
    }),
  )
  // Of the copy of all that is stored, the schemas of the things themselves show what each text looks like.
  const besides = silent.filter((field) => !field.startsWith('RecipientDataExport'))
  assert.deepEqual(besides, [])
})

test('a choice has one name', () => {
  const names = new Map<string, string[]>()
  for (const [name, { enum: values }] of Object.entries(contract.components.schemas))
    if (values) names.set(values.join(), [...(names.get(values.join()) ?? []), name])
  assert.deepEqual(
    [...names.values()].filter(({ length }) => length > 1),
    [],
  )
})

test('the document stays below 4.1 KB for each operation and type of event, without its blanks', () => {
  const bytes = Buffer.byteLength(JSON.stringify(contract))
  const count = documented.length + Object.keys(contract.webhooks).length
  assert.ok(bytes < count * 4_100, `${bytes}`)
})

test('every reference resolves', () => {
  const refs = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref as string)
  assert.ok(refs.length > 50)
  for (const ref of new Set(refs)) {
    const target = ref
      .slice(2)
      .split('/')
      .reduce<Record<string, never> | undefined>((node, key) => node?.[key], contract as never)
    assert.ok(target, ref)
  }
})

test('what a request carries is closed, and what only answers have may get fields', () => {
  const sent = new Set(
    documented.flatMap(({ operation: { requestBody, parameters } }) => referredBy([requestBody, parameters])),
  )
  for (const [name, { properties, additionalProperties }] of Object.entries(contract.components.schemas))
    if (properties) assert.equal(additionalProperties, sent.has(name) ? false : undefined, name)
})

/** The names of all schemas that a part of the document leads to. */
function referredBy(part: unknown, names: string[] = []): string[] {
  for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (names.includes(name)) continue
    names.push(name)
    referredBy(contract.components.schemas[name], names)
  }
  return names
}

test('every operation says which credentials and scope it needs', () => {
  for (const { operation } of documented) {
    const own = allOperations.find((one) => one.contract.operationId === operation.operationId)!.contract
    assert.deepEqual(
      operation.security,
      own.auth.map((scheme) => ({ [scheme]: own.scope === null ? [] : [own.scope] })),
      operation.operationId,
    )
    for (const scheme of own.auth) assert.ok(scheme in contract.components.securitySchemes, scheme)
  }
})

/** Of successes that are no JSON. */
const files: Readonly<Record<string, readonly string[]>> = {
  getRecipientAppointmentCalendarFile: ['text/calendar'],
  exportAuditEvents: ['application/x-ndjson', 'text/csv'],
}

test('every operation documents every status of the contract, with the error body and the request id', () => {
  const unwrapped = new Set(loginOperations.map(({ contract: own }) => own.operationId))
  const statuses = ['400', '401', '403', '404', '409', '412', '413', '415', '429', '500', '503']
  assert.ok('X-Request-Id' in contract['x-common-headers'])
  for (const { operation } of documented) {
    const { operationId, responses } = operation
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
    assert.ok(successes.length > 0)
    assert.deepEqual(Object.keys(responses).toSorted(), [...successes, ...statuses].toSorted(), operationId)
    for (const [status, response] of Object.entries(responses)) {
      const ofFile = files[operationId]
      if (ofFile !== undefined && status === '200') {
        assert.deepEqual(Object.keys(response.content), ofFile)
        continue
      }
      if (status === '204') {
        assert.equal(response.content, undefined)
        continue
      }
      const { schema } = response.content['application/json']!
      if (statuses.includes(status)) assert.deepEqual(schema, { $ref: '#/components/schemas/ApiError' })
      else if (unwrapped.has(operationId)) assert.ok(!resolve(schema).required.includes('requestId'))
      else assert.deepEqual(resolve(schema).required.toSorted(), ['data', 'requestId'])
    }
  }
})

test('every parameter of a path stands in its path, and the other way round', () => {
  for (const { path, operation } of documented) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(
      declared.map((parameter) => parameter.name),
      inPath,
    )
    assert.ok(declared.every((parameter) => parameter.required))
  }
})

test('headers of requests are described where they are looked at, and required where nothing goes without', () => {
  const headersOf = (operation: (typeof documented)[number]['operation']) =>
    operation.parameters.filter((parameter) => parameter.in === 'header')
  for (const { contract: own } of allOperations) {
    const { operation } = documented.find((one) => one.operation.operationId === own.operationId)!
    const properties = (own.body as { properties?: object } | null)?.properties ?? {}
    const expected = [
      ...(needsCsrf(own) ? [`X-Service-CSRF ${own.auth.join() === 'browserSession'}`] : []),
      ...('expectedVersion' in properties ? ['If-Match false'] : []),
    ]
    assert.deepEqual(
      headersOf(operation).map(({ name, required }) => `${name} ${required}`),
      expected,
      own.operationId,
    )
  }
  const createKey = documented.find(({ operation }) => operation.operationId === 'createApiKey')!
  assert.equal(headersOf(createKey.operation)[0]?.required, true)
})

test('what a person must have said themselves is required and always true', () => {
  const consents: string[] = []
  for (const { operation } of documented) {
    const { properties = {}, required = [] } = resolve(operation.requestBody?.content['application/json']?.schema ?? {})
    for (const [name, { description, ...schema }] of Object.entries<Record<string, unknown>>(properties)) {
      if (!['confirmed', 'confirmedByHuman', 'confirmDeletion', 'paymentConsent'].includes(name)) continue
      consents.push(`${operation.operationId} ${name}`)
      // Required only for proposals that cost money.
      const isConditional = operation.operationId === 'confirmHolderVoiceProposal' && name === 'paymentConsent'
      assert.equal(required.includes(name), !isConditional, name)
      assert.deepEqual(schema, { type: 'boolean', const: true }, name)
      assert.match(String(description), /_REQUIRED/)
    }
  }
  assert.deepEqual(consents.toSorted(), [
    'confirmHolderVoiceProposal confirmed',
    'confirmHolderVoiceProposal paymentConsent',
    'createHolderDeletionRequest confirmDeletion',
    'createRecipientDeletionRequest confirmDeletion',
    'reviewRecipientSuggestion confirmedByHuman',
    'startHolderPaymentSetup paymentConsent',
  ])
})

test('what is changed with expectedVersion says its ETag when it is read', () => {
  const reads = operations.filter(({ contract: { method, data } }) => {
    const { properties } = data as { properties?: object }
    return method === 'GET' && properties !== undefined && !('items' in properties)
  })
  const silent = new Set<string>()
  let compared = 0
  for (const { contract: change } of operations) {
    if (!('expectedVersion' in ((change.body as { properties?: object } | null)?.properties ?? {}))) continue
    const [read] = reads
      .filter(({ contract: { path } }) => change.path === path || change.path.startsWith(`${path}/`))
      .sort((one, other) => other.contract.path.length - one.contract.path.length)
    // The profile of an organization has no version, a person's note has one of its own, and layouts are only listed.
    if (!read || ['getHolderProfile', 'getHolderPerson'].includes(read.contract.operationId)) continue
    const { operation } = documented.find((one) => one.operation.operationId === read.contract.operationId)!
    if (!('ETag' in (operation.responses['200']!.headers ?? {}))) silent.add(read.contract.operationId)
    compared += 1
  }
  assert.ok(compared > 12)
  assert.deepEqual([...silent], [])
})

test('two different schemas of one title are refused when the document is made', () => {
  const [first, second] = [getHolderIntegration, getHolderReminderPolicy].map(({ contract: own }) => own)
  const clash = { ...second!, data: { ...second!.data, title: 'Integration' } }
  assert.throws(
    () => openApiDocument([{ contract: first! }, { contract: clash }]),
    /Two different schemas are named Integration/,
  )
  openApiDocument([{ contract: first! }, { contract: first! }, { contract: second! }])
})

test('every operation that takes a recipient session names the codes the contract has for one', () => {
  for (const { contract: own } of operations) {
    const { operation } = documented.find((one) => one.operation.operationId === own.operationId)!
    const described = JSON.stringify(operation.responses)
    for (const code of [
      'INVALID_RECIPIENT_SESSION',
      'RECIPIENT_SESSION_NOT_LINKED',
      'RECIPIENT_SESSION_CONFIGURATION_INVALID',
    ])
      assert.equal(described.includes(code), own.auth.includes('recipientSession'), `${own.operationId} ${code}`)
  }
})

test('every schema of the document can be compiled in the strictest mode, and fits its examples', () => {
  const check = (place: string, schema: Schema, examples: readonly unknown[] = []) => {
    for (const validate of [compilePublished(schema), compileDocumented(schema)])
      for (const example of examples) assert.ok(validate(example), `${place}: ${JSON.stringify(validate.errors)}`)
  }
  for (const [name, { properties = {}, examples }] of Object.entries(contract.components.schemas)) {
    check(name, { $ref: `#/components/schemas/${name}` }, examples)
    for (const [field, schema] of Object.entries<Schema>(properties))
      if (schema.examples) check(`${name}.${field}`, schema, schema.examples)
  }
})

test('the list of error codes is closed, and every code has a status the contract knows', () => {
  const { error } = contract.components.schemas.ApiError.properties
  assert.deepEqual(resolve(resolve(error).properties.code).enum, Object.keys(errorCodes))
  for (const [name, [status, message]] of Object.entries(errorCodes)) {
    assert.match(name, /^[A-Z][A-Z0-9_]{2,63}$/)
    assert.ok([400, 401, 403, 404, 405, 409, 412, 413, 415, 429, 500, 503].includes(status), name)
    assert.ok(message.length <= 500)
  }
})
