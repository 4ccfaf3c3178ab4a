import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test, type TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import type { NoisyTenant } from './noisy-tenant.ts'
import type { QuietTenant } from './quiet-tenant.ts'

let product: TestProduct
before(async () => {
  // The default limits of production.
  product = await startTestProduct({
    roles: ['api', 'login'],
    env: {
      TIJDIG_RATE_LIMIT_PER_MINUTE: '1200',
      TIJDIG_INTAKE_LIMIT_PER_MINUTE: '6000',
      TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: '300',
      TIJDIG_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
})
after(() => product?.stop())

/** Short alternating rounds, so that other load on the machine lengthens both alike. */
const rounds = 5
/** All rounds together stay within what a caller may spend at once. */
const callsARound = 8
/** An effect of the server shows each time, a hiccup of the machine does not. */
const tries = 3

/**
 * Shows that the quiet tenant's 95th percentile over the wire stays under twice its own beside the noise.
 *
 * @param isMinorMs a wait that nobody notices, however short it is without the noise; on a slow machine it is longer
 * @returns what the noise was answered
 */
async function assertUndisturbed(t: TestContext, noise: NoisyTenant, isMinorMs = 25): Promise<readonly number[]> {
  const answers: number[] = []
  const noisy = startThread('noisy-tenant.ts', noise)
  noisy.on('message', (status: number) => answers.push(status))
  try {
    noisy.postMessage(true, [])
    await once(noisy, 'message')
    const ratios: number[] = []
    while (ratios.length < tries && !ratios.some((ratio) => ratio < 2)) {
      const before = slowness()
      const { alone, beside } = await measureByTurns(noisy)
      // Other work on the machine may begin in between.
      const isMinor = isMinorMs * Math.max(before, slowness())
      t.diagnostic(`${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside ${answers.length} answers`)
      ratios.push(beside < isMinor ? 1 : beside / alone)
    }
    assert.ok(Math.min(...ratios) < 2, `times ${ratios}`)
  } finally {
    await noisy.terminate()
  }
  return answers
}

/** How many times slower this machine's processor is at present than the one the limits were set on; at least 1. */
function slowness(): number {
  const start = performance.now()
  let sum = 0
  for (let index = 0; index < 50_000_000; index += 1) sum += index
  assert.ok(sum > 0)
  return Math.max(1, (performance.now() - start) / 65)
}

async function measureByTurns(noisy: Worker): Promise<{ alone: number; beside: number }> {
  // A holder that has used none of its allowance.
  const { id, apiKey } = await product.createHolder()
  const url = `${product.baseUrl}/api/v1/platform-holders/${id}/reminder-policy`
  const quiet = startThread('quiet-tenant.ts', { url, headers: { authorization: `Bearer ${apiKey}` } })
  const measure = async () => {
    quiet.postMessage(callsARound, [])
    const [waits] = (await once(quiet, 'message')) as [number[]]
    return waits
  }
  try {
    noisy.postMessage(false, [])
    await measure()
    const [alone, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await measure()))
      noisy.postMessage(true, [])
      beside.push(...(await measure()))
      noisy.postMessage(false, [])
    }
    return { alone: p95(alone), beside: p95(beside) }
  } finally {
    await quiet.terminate()
  }
}

function startThread(file: string, workerData: QuietTenant | NoisyTenant): Worker {
  return new Worker(new URL(file, import.meta.url), { workerData })
}

function p95(waits: readonly number[]): number {
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? 0
}

const size = 262_000
const fill = (part: string, length = size) => part.repeat(Math.floor(length / part.length))
const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
const hostile: Readonly<Record<string, string>> = {
  'tens of thousands of wrong entries': `{"expectedVersion":1,"steps":[${fill('{},')}{}]}`,
  'as many wrong entries as are parsed': `{"expectedVersion":1,"steps":[${fill('{},', 5_900)}{}]}`,
  'tens of thousands of unknown fields': `{${keys(24_000)}}`,
  'as many unknown fields as are parsed': `{${keys(990)}}`,
  'as many unknown fields as cost no more than a call': `{${keys(220)}}`,
  'one unknown field': '{"a":1}',
  'an old version': '{"expectedVersion":9,"shortNotice":null}',
  'one long text': `{"expectedVersion":1,"shortNotice":"${fill('\\u0020')}"}`,
  'long texts in every place': `{"expectedVersion":1,"steps":[${Array.from({ length: 11 }, () => `{"offset":"${fill('P', 23_000)}"}`).join(',')}]}`,
  'nothing but numbers': `[${fill('0,')}0]`,
  'a number of a quarter of a million digits': `{"expectedVersion":${fill('9')}}`,
}

for (const [name, body] of Object.entries(hostile))
  test(`a tenant waits no longer while another one sends ${name}`, async (t) => {
    const noisy = await product.createHolder()
    const answers = await assertUndisturbed(t, {
      url: `${product.baseUrl}/api/v1/platform-holders/${noisy.id}/reminder-policy`,
      method: 'PATCH',
      headers: { authorization: `Bearer ${noisy.apiKey}`, 'content-type': 'application/json' },
      body,
      connections: 4,
    })
    assert.deepEqual(
      answers.filter((status) => ![400, 409, 413, 429].includes(status)),
      [],
    )
  })

const valid = {
  'lists of a hundred': {
    method: 'GET',
    path: (id: string) => `/api/v1/platform-holders/${id}/appointments?pageSize=100`,
    body: '',
  },
  'the tools of an agent': {
    method: 'POST',
    path: () => '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  },
} as const
const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

async function keysOf({ id, actorId }: TestHolder, count: number): Promise<string[]> {
  const key = {
    platformHolderId: id,
    actorId,
    name: 'Test',
    scopes: product.services.scopes.platform_holder_user,
    days: 9,
  }
  const secrets = Array.from({ length: count }, () =>
    inTransaction(product.operator, { holder: null }, (tx) => createApiKeyRow(tx, key)),
  )
  return (await Promise.all(secrets)).map((secret) => `Bearer ${secret}`)
}

for (const [name, { method, path, body }] of Object.entries(valid))
  for (const keys of [1, 30])
    test(`nor while another one asks for ${name} with ${keys} of its keys, as often as it may`, async (t) => {
      const noisy = await product.createHolder()
      for (let day = 1; day <= 4; day += 1)
        await Promise.all(Array.from({ length: 25 }, (_, index) => storeAppointment(product, noisy, day * 25 + index)))
      const authorizations = await keysOf(noisy, keys)
      const url = `${product.baseUrl}${path(noisy.id)}`
      const noise = { url, method, headers: mcpHeaders, authorizations, body, connections: 24 }
      const answers = await assertUndisturbed(t, noise, 100)
      assert.ok(answers.includes(200))
      assert.deepEqual(
        answers.filter((status) => ![200, 429].includes(status)),
        [],
      )
    })

test('nor while somebody without a credential sends what they like to the doors of sign-in', async (t) => {
  for (const [address, url] of [
    ['198.51.100.1', `${product.baseUrl}/auth/staff/code`],
    ['198.51.101.1', `${product.loginUrl}/api/v1/recipient/auth/challenges`],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    await assertUndisturbed(t, { url, method: 'POST', headers, body: `{${keys(380)}}`, connections: 4 })
  }
})
