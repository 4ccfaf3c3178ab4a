import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { eventMessages } from '#/app/events.ts'
import { eventsDocument } from '#/app/server/web/contract.ts'
import { ajv } from '#/kernel/execution/validation.ts'

const specification = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as object

test('the committed document is AsyncAPI 3.0, and has one channel and one operation for each type', async () => {
  const text = await readFile(new URL('../../../asyncapi/v1.json', import.meta.url), 'utf8')
  const committed = JSON.parse(text) as { channels: object; operations: object }
  const reader = new Ajv({ strict: false, meta: false, validateSchema: false })
  formats.default(reader)
  const isValid = reader.compile(specification)
  assert.ok(isValid(committed), JSON.stringify(isValid.errors?.slice(0, 5), null, 1))
  assert.equal(Object.keys(committed.channels).length, eventMessages.length)
  assert.equal(Object.keys(committed.operations).length, eventMessages.length)
})

test('each reference of the document leads somewhere', () => {
  const document = eventsDocument()
  const text = JSON.stringify(document)
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
    assert.ok(found, path)
  }
})

test('the example of each message fits it, and is at most 8 KiB', () => {
  for (const { type, schema, example } of eventMessages) {
    const isValid = ajv.compile(schema)
    assert.ok(isValid(example), `${type} ${JSON.stringify(isValid.errors)}`)
    assert.ok(JSON.stringify(example).length <= 8_192)
  }
})
