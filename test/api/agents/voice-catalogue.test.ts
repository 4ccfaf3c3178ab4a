import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { operations } from '#/app/operations.ts'
import { AppError } from '#/kernel/errors.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import { agentCatalogue } from '#/surfaces/agents/catalogue.ts'

const actions = [...agentCatalogue(operations).values()]
const proposals = actions.filter(({ mode }) => mode === 'proposal')

type ObjectSchema = {
  properties?: Record<string, TSchema>
  items?: TSchema
  required?: string[]
  minProperties?: number
}
const shapeOf = (schema: TSchema | null) => (schema ?? {}) as unknown as ObjectSchema
const namesOf = (schema: TSchema | null) => Object.keys(shapeOf(schema).properties ?? {})
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('there are 33 actions: 17 reads and 16 proposals, in five categories', () => {
  const count = (of: (action: (typeof actions)[number]) => string) =>
    Object.fromEntries(Object.entries(Object.groupBy(actions, of)).map(([name, some]) => [name, some?.length]))
  assert.deepEqual(
    count(({ mode }) => mode),
    { read: 17, proposal: 16 },
  )
  assert.deepEqual(
    count(({ category }) => category),
    { profiles: 4, onboarding: 8, integrations: 5, appointment_types: 5, planning: 11 },
  )
  const consents = actions.filter((action) => action.requiresPaymentConsent).map(({ operationId }) => operationId)
  assert.deepEqual(consents, ['startHolderPaymentSetup'])
})

for (const action of actions) {
  const { contract } = action.operation
  test(`${action.operationId}: the input is its path ids, query and body, but for what the server sets`, () => {
    const ids = namesOf(contract.params).filter((name) => name !== 'platformHolderId')
    const ofServer = new Set(['clientRequestId', 'expectedVersion', 'paymentConsent', 'requestId'])
    const body = namesOf(contract.body).filter((name) => !ofServer.has(name))
    const expected = [...ids, ...namesOf(contract.query), ...body]
    assert.equal(new Set(expected).size, expected.length, 'no two have one name')
    const schema = shapeOf(action.inputSchema)
    assert.deepEqual(Object.keys(schema.properties ?? {}), expected)
    for (const name of expected) {
      const sources = [contract.params, contract.query, contract.body].map((part) => shapeOf(part).properties?.[name])
      assert.deepEqual(plain(schema.properties?.[name]), plain(sources.find((source) => source !== undefined)))
    }
    const required = [contract.query, contract.body].flatMap((part) => shapeOf(part).required ?? [])
    assert.deepEqual(schema.required, [...ids, ...required.filter((name) => !ofServer.has(name))])
    ajv.compile(plain(action.inputSchema))
    ajv.compile(plain(action.outputSchema))
  })

  test(`${action.operationId}: the example of its reference is taken, completed by the server`, () => {
    const { params, query, body } = contract.example as { params?: object; query?: object; body?: object }
    const flat = { ...params, ...query, ...body } as Record<string, unknown>
    for (const name of ['platformHolderId', 'clientRequestId', 'expectedVersion', 'paymentConsent']) delete flat[name]
    if (body && 'requestId' in body) delete flat.requestId
    const requestId = '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e99'
    const set = { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', requestId, expectedVersion: 3 }
    const input = action.complete(action.parse(JSON.stringify(flat)), set)
    for (const [schema, value] of [
      [contract.params, input.params],
      [contract.query, input.query],
      [contract.body, input.body],
    ] as const) {
      if (schema === null) assert.equal(value, undefined)
      else assert.ok(ajv.validate(plain(schema), plain(value)), ajv.errorsText(ajv.errors))
    }
    assert.equal((input.params as { platformHolderId: string }).platformHolderId, set.platformHolderId)
    const version = (input.body as { expectedVersion?: number } | undefined)?.expectedVersion
    if (version !== undefined) assert.equal(version, 3)
  })

  test(`${action.operationId}: what it answers fits its output schema, and lists tell no contacts`, () => {
    const told = action.shape({ ...(contract.example.data as object), undeclared: 'x' }) as Record<string, unknown>
    assert.ok(ajv.validate(plain(action.outputSchema), told), ajv.errorsText(ajv.errors))
    assert.ok(!('undeclared' in told))
    if (action.mode !== 'read' || !('items' in told)) return
    assert.deepEqual(Object.keys(told).slice(0, 2), ['count', 'items'])
    assert.equal(told.count, (told.items as unknown[]).length)
    assert.doesNotMatch(JSON.stringify(told), /@|\+31|•|\*\*\*/, 'an address or number')
  })
}

test('arguments are one strict JSON object', () => {
  const action = actions.find(({ operationId }) => operationId === 'getHolderAppointment')!
  const id = '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08'
  const refusals: [string, string][] = [
    ['{', 'MALFORMED_JSON'],
    ['null', 'VALIDATION_FAILED'],
    ['[]', 'VALIDATION_FAILED'],
    [`{"appointmentId":"${id}","appointmentId":"${id}"}`, 'MALFORMED_JSON'],
    [`{"appointmentId":${'['.repeat(100)}${']'.repeat(100)}}`, 'MALFORMED_JSON'],
    ['{"appointmentId":"\\ud800"}', 'MALFORMED_JSON'],
    [`{"appointmentId":"${id}","platformHolderId":"${id}"}`, 'UNKNOWN_FIELD'],
    [`{"appointmentId":"${id}","__proto__":{"x":1}}`, 'UNKNOWN_FIELD'],
    ['{}', 'VALIDATION_FAILED'],
    ['{"appointmentId":7}', 'VALIDATION_FAILED'],
  ]
  for (const [text, code] of refusals)
    assert.throws(
      () => action.parse(text),
      (error) => error instanceof AppError && error.code === code,
      text,
    )
  assert.deepEqual(action.parse(`{"appointmentId":"${id}"}`), { appointmentId: id })
})

test('every proposal says what it changes, or makes something new; one in steps says whether it was done', () => {
  const makers = proposals.filter(({ reader }) => reader === null).map(({ operationId }) => operationId)
  assert.deepEqual(makers.toSorted(), ['createHolderAppointment', 'createHolderAppointmentType'])
  for (const { operationId, operation } of proposals)
    if ('handleInSteps' in operation) assert.ok(operation.hasApplied, operationId)
})
