import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startTestProduct, type TestHolder, type TestProduct } from '../harness.ts'
import { send } from './http-request.ts'
import type { NoisyTenant } from './noisy-tenant.ts'

let product: TestProduct
before(async () => {
  // The limits of a production that sets none.
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

const calls = 300
/** Four requests of others before each of the quiet tenant's turns. */
const leastMs = 25

/**
 * The 95th percentile of how long the quiet tenant waits for what the server does meanwhile: in time of the thread that serves,
 * which other programs on the same machine do not lengthen.
 */
async function p95(quiet: TestHolder): Promise<number> {
  const waits: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const startedAt = threadMs()
    const { status, text } = await send(`${product.baseUrl}/api/v1/platform-holders/${quiet.id}/reminder-policy`, {
      headers: { authorization: `Bearer ${quiet.apiKey}` },
    })
    waits.push(threadMs() - startedAt)
    assert.equal(status, 200, text)
  }
  return waits.toSorted((one, other) => one - other)[Math.floor(calls * 0.95)] ?? 0
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function besideNoise<T>(noise: NoisyTenant, work: () => Promise<T>): Promise<{ result: T; answers: number[] }> {
  const answers: number[] = []
  const thread = new Worker(new URL('noisy-tenant.ts', import.meta.url), { workerData: noise })
  thread.on('message', (status: number) => answers.push(status))
  await new Promise((resolve) => thread.once('message', resolve))
  try {
    return { result: await work(), answers }
  } finally {
    await thread.terminate()
  }
}

const size = 262_000
const fill = (part: string, length = size) => part.repeat(Math.floor(length / part.length))
const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
const hostile: Readonly<Record<string, string>> = {
  'tens of thousands of wrong entries': `{"expectedVersion":1,"steps":[${fill('{},')}{}]}`,
  'as many wrong entries as are parsed': `{"expectedVersion":1,"steps":[${fill('{},', 5_900)}{}]}`,
  'tens of thousands of unknown fields': `{${keys(24_000)}}`,
  'as many unknown fields as are parsed': `{${keys(990)}}`,
  'one long text': `{"expectedVersion":1,"shortNotice":"${fill('\\u0020')}"}`,
  'long texts in every place': `{"expectedVersion":1,"steps":[${Array.from({ length: 11 }, () => `{"offset":"${fill('P', 23_000)}"}`).join(',')}]}`,
  'nothing but numbers': `[${fill('0,')}0]`,
  'a number of a quarter of a million digits': `{"expectedVersion":${fill('9')}}`,
}

for (const [name, body] of Object.entries(hostile))
  test(`a tenant waits no longer while another one sends ${name}`, async (t) => {
    const [noisy, quiet] = [await product.createHolder(), await product.createHolder()]
    const alone = await p95(quiet)
    const noise = {
      url: `${product.baseUrl}/api/v1/platform-holders/${noisy.id}/reminder-policy`,
      method: 'PATCH',
      headers: { authorization: `Bearer ${noisy.apiKey}`, 'content-type': 'application/json' },
      body,
      connections: 4,
    }
    const { result: beside, answers } = await besideNoise(noise, () => p95(quiet))
    t.diagnostic(`${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${answers.length} answers`)
    assert.ok(
      answers.every((status) => [400, 413, 429].includes(status)),
      `${[...new Set(answers)]}`,
    )
    assert.ok(beside < Math.max(2 * alone, leastMs), `${beside} ms, alone ${alone} ms`)
  })

test('nor while somebody without a credential sends what they like to the doors of sign-in', async (t) => {
  for (const [address, url] of [
    ['198.51.100.1', `${product.baseUrl}/auth/staff/code`],
    ['198.51.101.1', `${product.loginUrl}/api/v1/recipient/auth/challenges`],
  ] as const) {
    const quiet = await product.createHolder()
    const alone = await p95(quiet)
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const noise = { url, method: 'POST', headers, body: `{${keys(380)}}`, connections: 4 }
    const { result: beside, answers } = await besideNoise(noise, () => p95(quiet))
    t.diagnostic(`${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${answers.length} answers`)
    assert.ok(beside < Math.max(2 * alone, leastMs), `${beside} ms, alone ${alone} ms`)
  }
})
