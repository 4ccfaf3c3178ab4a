import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { operations } from '#/app/operations.ts'
import { maxParts } from '#/kernel/text/strict-json.ts'
import { PasskeyRequest, PasskeySessionRequest } from '#/slices/access/passkeys/routes.ts'
import { CodeRequest, SessionRequest } from '#/slices/access/staff/routes.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { faultsOf } from '#/surfaces/rest/api-error.ts'
import { boundedInput } from '#/surfaces/rest/bounded-input.ts'
import { ajv } from '#/kernel/execution/validation.ts'

// All faults of a body are listed, so patterns run on texts as long as the body limit allows.
const bodyMax = 262_144
// Half of it tells apart what is linear, which takes milliseconds, and what backtracks, which takes seconds to minutes.
const textMax = bodyMax / 2
const timeoutMs = 1_000

const schemas = [
  ...[...operations, ...loginOperations].flatMap(({ contract }) => [contract.body, contract.query, contract.params]),
  CodeRequest,
  SessionRequest,
  PasskeyRequest,
  PasskeySessionRequest,
]

/** Every pattern and format of the schemas, each as a schema of its own. */
function rulesOf(schemas: readonly unknown[]): string[] {
  const rules = new Set<string>()
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'pattern' || key === 'format') && typeof value === 'string')
        rules.add(JSON.stringify({ type: 'string', [key]: value }))
      else walk(value)
    }
  }
  walk(schemas)
  return [...rules]
}

/** Long runs of what patterns repeat, after what makes them match and before what makes them fail and backtrack. */
function* hostileTexts(): Generator<string> {
  for (const begin of ['', 'a@', 'https://', '+1', '2026-12-03T14:30:00.', 'P'])
    for (const run of ['a', '1', ' ', '\u00a0', '.', '-', '@', 'a.', 'a-', 'a@', 'a ', '-1:', '👍'])
      for (const end of ['', '\n', '!', '@', ' '])
        yield begin + run.repeat((textMax - begin.length - end.length) / run.length) + end
}

/** @returns whether every text was checked in time. In a context of its own: only its timeout can stop a pattern. */
function isQuick(rule: string): boolean {
  const context = createContext({ validate: ajv.compile(JSON.parse(rule)), text: '' })
  try {
    for (const text of hostileTexts()) {
      context.text = text
      runInContext('validate(text)', context, { timeout: timeoutMs })
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

test('no pattern or format of a request takes longer on a text that was made for it', () => {
  const rules = rulesOf(schemas)
  assert.ok(rules.length > 15)
  assert.deepEqual(
    rules.filter((rule) => !isQuick(rule)),
    [],
  )
  for (const slow of ['^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$', '^$|^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'])
    assert.equal(isQuick(JSON.stringify({ type: 'string', pattern: slow })), false, slow)
})

test('what a schema takes no more of is not looked at', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: { name: { type: 'string', maxLength: 3 }, items: { type: 'array', maxItems: 2, items: item } },
  }
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1]))
  const seen = boundedInput(schema, { ...many, name: '👍'.repeat(9), items: [many, {}, {}, {}] })
  assert.ok(JSON.stringify(seen).length < 1_000)
  const validate = ajv.compile(schema)
  assert.equal(validate(seen), false)
  const refusal = faultsOf(validate.errors as Parameters<typeof faultsOf>[0], 'body')
  assert.deepEqual([refusal.code, refusal.details.length], ['VALIDATION_FAILED', 20])
  assert.deepEqual(
    (validate.errors ?? []).flatMap(({ keyword, instancePath }) => (keyword.startsWith('max') ? [instancePath] : [])),
    ['/name', '/items'],
  )
  for (const fitting of [{}, { name: '👍👍👍' }, { name: 'x', items: [{ id: 1 }, { id: 2 }] }, null, [], 'x', 1])
    assert.deepEqual(boundedInput(schema, fitting), fitting)
})

const item = { type: 'object', required: ['id'], properties: { id: { type: 'number' } }, additionalProperties: false }

test('every list of a request says how long it may be, every object which fields it takes, and all of it can be sent', () => {
  for (const schema of schemas) {
    const parts = partsOf(schema as Schema | null)
    assert.ok(parts < maxParts, `${JSON.stringify(schema).slice(0, 80)}: ${parts}`)
  }
})

type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly maxItems?: number
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
}

/** The most names and values that a valid input can have; infinite where nothing limits them. */
function partsOf(schema: Schema | null): number {
  if (schema === null) return 0
  if (schema.oneOf) return Math.max(...schema.oneOf.map(partsOf))
  const types = new Set([schema.type].flat())
  if (types.has('array')) return 1 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * partsOf(schema.items ?? {})
  if (!types.has('object')) return 1
  if (schema.additionalProperties !== false) return Number.POSITIVE_INFINITY
  return Object.values(schema.properties ?? {}).reduce((sum, property) => sum + 1 + partsOf(property), 1)
}
