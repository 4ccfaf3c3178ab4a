import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newId } from '#/kernel/ids.ts'
import { startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'
import { send, type Reply } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
let keyId: string
before(async () => {
  product = await startTestProduct({ roles: ['api'] })
  holder = await product.createHolder()
  const { rows } = await product.operator.query<{ id: string }>(
    'select id from api_key where platform_holder_id = $1',
    [holder.id],
  )
  keyId = rows[0]!.id
})
after(() => product?.stop())

const ask = (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
  send(`${product.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, {
    method,
    headers: { authorization: `Bearer ${holder.apiKey}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })

function linesOf({ headers }: Reply): Record<string, unknown>[] {
  const lines = product.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return lines.filter(
    ({ requestId, level, msg }) => requestId === headers['x-request-id'] && level !== 'debug' && msg !== 'answered',
  )
}

async function refusalsCounted(): Promise<Record<string, number>> {
  const response = await fetch(`http://127.0.0.1:${product.settings.ports.admin}/metrics`)
  const lines = (await response.text()).matchAll(/^tijdig_http_refusals_total\{code="(\w+)",caller="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, code, caller, count]) => [`${caller} ${code}`, Number(count)]))
}

test('whatever is refused to a credential that is known leaves a line with ids alone, and is counted', async () => {
  const booked = await ask('/appointments', 'POST', await newAppointment(product))
  const id = booked.body.data.id as string
  const before = await refusalsCounted()
  for (const [reply, status, code, operation] of [
    [await ask('/appointments?pageSize=0'), 400, 'VALIDATION_FAILED', 'listHolderAppointments'],
    [await ask('', 'PATCH', '{'), 400, 'MALFORMED_JSON', 'updateHolderProfile'],
    [await ask(`/appointments/${newId()}`), 404, 'NOT_FOUND', 'getHolderAppointment'],
    [await ask(`/appointments/${randomUUID()}`), 404, 'NOT_FOUND', 'getHolderAppointment'],
    [
      await ask(`/appointments/${id}`, 'PATCH', { expectedVersion: 9, title: 'Canary Vink' }),
      409,
      'VERSION_CONFLICT',
      'updateHolderAppointment',
    ],
    [
      await ask(`/appointments/${id}`, 'PATCH', { expectedVersion: 9, title: 'Canary Vink' }, { 'if-match': '"v8"' }),
      412,
      'PRECONDITION_FAILED',
      'updateHolderAppointment',
    ],
    [
      await ask('', 'PATCH', '{}', { 'content-type': 'text/plain' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'updateHolderProfile',
    ],
  ] as const) {
    assert.deepEqual([reply.status, reply.body.error.code], [status, code])
    const [line, ...others] = linesOf(reply)
    assert.deepEqual(others, [])
    const { time: _, ...said } = line!
    const requestId = reply.headers['x-request-id']
    assert.deepEqual(said, {
      level: 'info',
      msg: 'request refused',
      requestId,
      operation,
      code,
      credentialId: keyId,
    })
  }
  const now = await refusalsCounted()
  const grown = Object.entries(now).flatMap(([name, count]) => {
    const by = count - (before[name] ?? 0)
    return by > 0 ? [[name, by]] : []
  })
  assert.deepEqual(Object.fromEntries(grown), {
    'known VALIDATION_FAILED': 1,
    'known MALFORMED_JSON': 1,
    'known NOT_FOUND': 2,
    'known VERSION_CONFLICT': 1,
    'known PRECONDITION_FAILED': 1,
    'known UNSUPPORTED_MEDIA_TYPE': 1,
  })
  assert.ok(!product.logLines.some((line) => line.includes('Canary')))
})

test('who tries ids out shows up by the number of lines of one credential', async () => {
  const before = product.logLines.length
  for (let guess = 0; guess < 25; guess += 1) await ask(`/appointments/${newId()}`)
  const found = product.logLines.slice(before).filter((line) => {
    const { code, credentialId } = JSON.parse(line) as Record<string, unknown>
    return code === 'NOT_FOUND' && credentialId === keyId
  })
  assert.equal(found.length, 25)
})

test('what is refused to nobody known is counted, and leaves a line only when somebody was kept out', async () => {
  const before = (await refusalsCounted())['unknown NOT_FOUND'] ?? 0
  const nowhere = await send(`${product.baseUrl}/nowhere`)
  assert.deepEqual(linesOf(nowhere), [])
  assert.equal((await refusalsCounted())['unknown NOT_FOUND'], before + 1)
  const guessed = await send(`${product.baseUrl}/api/v1/me`, { headers: { authorization: 'Bearer guess' } })
  assert.equal(linesOf(guessed).length, 1)
})
