import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { overTransport } from '../../../test/agent.ts'
import { startTestProduct, type TestHolder, type TestProduct } from '../../../test/harness.ts'
import { freePorts } from '../../../test/postgres.ts'
import { newKey, storeAppointment } from '../../../test/operation-cases.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await startTestProduct({ roles: ['api', 'login'] })
  holder = await product.createHolder()
})
after(() => product?.stop())

const environment = (key: string) => ({
  PATH: process.env['PATH'] ?? '',
  TIJDIG_BASE_URL: product.baseUrl,
  TIJDIG_API_KEY: key,
})

/** Writes to the command what an agent would, and closes its input. */
async function run(input: string, env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [cli, 'mcp', ...args], { env, stdio: 'pipe' })
  child.stdin.on('error', () => undefined).end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const messages = stdout.split('\n').slice(0, -1)
  return { code, stderr, answers: messages.map((line): ReturnType<typeof JSON.parse> => JSON.parse(line)) }
}

const listing = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`

test('an agent that starts the command has the tools of its key, and proposes', async () => {
  const { id: appointmentId } = await storeAppointment(product, holder)
  const server = {
    command: process.execPath,
    args: [cli, 'mcp'],
    env: environment(holder.apiKey),
    stderr: 'pipe' as const,
  }
  const transport = new StdioClientTransport(server)
  const said = transport.stderr
    ? text(transport.stderr as NonNullable<typeof transport.stderr> & AsyncIterable<Buffer>)
    : ''
  const agent = await overTransport(transport)
  assert.equal((await agent.client.listTools()).tools.length, 33)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => agent.call('getHolderAppointment', { appointmentId })),
  )
  for (const { isError, data } of answers) assert.deepEqual([isError, data.id], [false, appointmentId])
  const { data } = await agent.call('cancelHolderAppointment', { appointmentId, reasonCode: 'other' })
  assert.equal(data.confirmUrl, `${product.baseUrl}/voice/proposals/${data.proposalId}`)
  assert.equal((await agent.call('getHolderAppointment', { appointmentId })).data.status, 'registered')
  await agent.close()
  assert.equal(await said, '')
})

test('a key that only reads has only reads', async () => {
  const env = environment(await newKey(product, holder, ['appointments:read']))
  const { code, answers, stderr } = await run(listing(1), env)
  assert.deepEqual([code, stderr], [0, ''])
  const hints = answers[0].result.tools.map(
    (tool: { annotations: { readOnlyHint: boolean } }) => tool.annotations.readOnlyHint,
  )
  assert.ok(hints.length > 0 && hints.every(Boolean))
})

test('a message the service does not take is answered with the reason; standard output has messages alone', async () => {
  const [closed = 0] = await freePorts(1)
  for (const [env, reason] of [
    [environment('no-key'), /answers 401\. UNAUTHENTICATED/],
    [
      { ...environment(holder.apiKey), TIJDIG_BASE_URL: `http://127.0.0.1:${closed}` },
      /cannot be reached \(ECONNREFUSED\)/,
    ],
    [{ ...environment(holder.apiKey), TIJDIG_BASE_URL: `${product.baseUrl}/reference` }, /answers 404/],
  ] as const) {
    const { code, answers, stderr } = await run(
      listing(7) + '{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
      env,
    )
    assert.equal(code, 0)
    assert.deepEqual([answers.length, answers[0].id, answers[0].error.code], [1, 7, -32_000])
    assert.match(answers[0].error.message, reason)
    assert.match(stderr, reason)
    assert.ok(!stderr.includes(env.TIJDIG_API_KEY))
  }
})

test('what is no message is left out and said on standard error; what came beside it is answered', async () => {
  const { code, answers, stderr } = await run(`hello\n{}\n[]\n${listing(3)}`, environment(holder.apiKey))
  assert.deepEqual([code, answers.map(({ id }) => id)], [0, [3]])
  assert.equal(stderr, 'What came in is no message of the Model Context Protocol.\n'.repeat(3))
  const large = await run(
    `${JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'x'.repeat(70_000) })}\n`,
    environment(holder.apiKey),
  )
  assert.match(large.answers[0].error.message, /answers 413\. BODY_TOO_LARGE/)
  const endless = await run('x'.repeat(11 * 1024 * 1024), environment(holder.apiKey))
  assert.deepEqual([endless.code, endless.answers], [1, []])
  assert.match(endless.stderr, /A message without end/)
})

test('without a key, or with one that cannot be one, it says so', async () => {
  for (const [key, problem] of [
    ['', /TIJDIG_API_KEY is not set/],
    ['two words', /TIJDIG_API_KEY is no API key/],
  ] as const) {
    const { code, stderr, answers } = await run('', environment(key))
    assert.deepEqual([code, answers], [1, []])
    assert.match(stderr, problem)
  }
})
