import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { operations } from '#/app/operations.ts'
import { CodeRequest, SessionRequest } from '#/slices/access/staff-sign-in-routes.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { faultsOf } from '#/surfaces/api-error.ts'
import { ajv } from '#/surfaces/json-body.ts'

// Every fault of a body is named, so a pattern is tried on a text of any length the body limit allows.
const textMax = 262_144
// One that is tried once from left to right takes some milliseconds; one that is not, seconds to minutes.
const timeoutMs = 1_000

const schemas = [
  ...[...operations, ...loginOperations].flatMap(({ contract }) => [contract.body, contract.query, contract.params]),
  CodeRequest,
  SessionRequest,
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

/** Long runs of what patterns repeat, after what makes them begin and before what makes them fail and look back. */
function* hostileTexts(): Generator<string> {
  for (const begin of ['', 'a@', 'https://', '+1', '2026-12-03T14:30:00.', 'P'])
    for (const run of ['a', '1', ' ', '\u00a0', '.', '-', '@', 'a.', 'a-', 'a@', 'a ', '-1:', '👍'])
      for (const end of ['', '\n', '!', '@', ' '])
        yield begin + run.repeat((textMax - begin.length - end.length) / run.length) + end
}

/** @returns whether every text was judged in time. A pattern is stopped when it was not: nothing else can do that. */
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

test('a body with very many faults is refused as fast as one with a few, and by all of them', () => {
  const validate = ajv.compile({ type: 'object', additionalProperties: false, properties: { items: itemsSchema } })
  const items = Array.from({ length: textMax / 3 }, () => ({}))
  assert.equal(validate({ items }), false)
  const errors = validate.errors as Parameters<typeof faultsOf>[0]
  assert.ok(errors.length > 250_000)
  const startedAt = performance.now()
  assert.equal(faultsOf(errors, 'body').details.length, 50)
  assert.ok(performance.now() - startedAt < 250)
  validate({ ...Object.fromEntries(items.slice(0, 60).map((_, index) => [`unknown${index}`, 1])), items: 1 })
  assert.equal(faultsOf(validate.errors as typeof errors, 'body').code, 'VALIDATION_FAILED')
})

const itemsSchema = { type: 'array', items: { type: 'object', required: ['id', 'name', 'personCount', 'roomCount'] } }
