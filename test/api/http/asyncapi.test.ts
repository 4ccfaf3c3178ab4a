import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Ajv } from 'ajv'
import specs from '@asyncapi/specs'
import { eventDocument } from '#/app/server/web/contract.ts'
import { events } from '#/app/events.ts'
import { shareTestProduct, type TestProduct } from '../../harness.ts'
import { send } from '../http-request.ts'
import { compilePublished, contract } from './contract-document.ts'

type Described = {
  readonly channels: Readonly<Record<string, { title: string; messages: Readonly<Record<string, { $ref: string }>> }>>
  readonly operations: Readonly<Record<string, { action: string; title: string; channel: { $ref: string } }>>
  readonly components: {
    readonly messages: Readonly<Record<string, { name: string; payload: object; examples: { payload: object }[] }>>
    readonly schemas: Readonly<Record<string, object>>
  }
}

const types = events.map(({ contract: { type } }) => type)
const document = JSON.parse(JSON.stringify(eventDocument())) as Described
// What it refers to is checked where it stands; formats are ours.
const reader = () => new Ajv({ strict: false, validateFormats: false, allErrors: true })

// It brings the schema of schemas along.
const specification = () =>
  new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false }).compile(
    specs.schemas['3.0.0'] as object,
  )

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

test('what is served, committed and generated of the events is one document', async () => {
  const served = await send(`${product.baseUrl}/api/v1/asyncapi.json`)
  assert.match(String(served.headers['content-type']), /^application\/json/)
  assert.deepEqual(served.body, document)
  const committed = await readFile(new URL('../../../asyncapi/v1.json', import.meta.url), 'utf8')
  assert.deepEqual(JSON.parse(committed), document)
})

test('it is AsyncAPI 3.0, by the schema of its makers', () => {
  const isValid = specification()
  assert.ok(isValid(document), JSON.stringify(isValid.errors?.slice(0, 5)))
})

test('a document that is none is refused by that schema', () => {
  const isValid = specification()
  assert.equal(isValid({ ...document, operations: { sendNothing: { action: 'shout' } } }), false)
})

test('each type of event has one channel, one operation that sends, and an example that fits its schema', () => {
  const ajv = reader().addSchema({ $id: 'document', components: document.components })
  assert.deepEqual(
    Object.values(document.channels).map(({ title }) => title),
    types,
  )
  assert.deepEqual(
    Object.values(document.operations).map(({ action, title }) => [action, title]),
    types.map((type) => ['send', type]),
  )
  for (const { name, payload, examples } of Object.values(document.components.messages)) {
    const { $ref } = payload as { $ref: string }
    const isValid = ajv.compile({ $ref: `document${$ref}` })
    assert.equal(examples.length, 1)
    for (const example of examples) assert.ok(isValid(example.payload), `${name}: ${JSON.stringify(isValid.errors)}`)
    assert.equal(isValid({ ...examples[0]?.payload, type: 'another' }), false)
  }
})

test('the webhooks of the API document are the same types, each with an example that fits', () => {
  const { webhooks } = contract as unknown as {
    webhooks: Record<
      string,
      { post: { requestBody: { content: Record<string, { schema: object; example: object }> } } }
    >
  }
  assert.deepEqual(Object.keys(webhooks), types)
  for (const [type, { post }] of Object.entries(webhooks)) {
    const content = post.requestBody.content['application/json']
    assert.ok(content)
    const isValid = compilePublished(content.schema as never)
    assert.ok(isValid(content.example), `${type}: ${JSON.stringify(isValid.errors)}`)
  }
})
