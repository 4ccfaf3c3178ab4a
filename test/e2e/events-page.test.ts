import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServe } from '../crash/processes.ts'
import { eventually, startTestProduct, type TestHolder, type TestProduct } from '../harness.ts'
import { storeAppointment } from '../operation-cases.ts'
import { freePorts } from '../postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = await readFile(join(root, 'docs/events.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}))
const run = promisify(execFile)

describe('the page about events', () => {
  let product: TestProduct
  let holder: TestHolder
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tijdig-events-'))
    await symlink(join(root, 'test/packages/node_modules'), join(folder, 'node_modules'))
    product = await startTestProduct()
    holder = await product.createHolder()
  })
  after(async () => {
    await product?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** A program of the page, in a process of its own. */
  async function start(t: TestContext, command: string, args: readonly string[], env: Record<string, string>) {
    const child = spawn(command, args, { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const ended = once(child, 'close')
    t.after(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return { output: () => output, lines: () => output.split('\n').filter((line) => line !== '') }
  }

  for (const [size, language, command, words] of [
    ['of ten lines', 'ts', process.execPath, 'standardwebhooks'],
    ['of ten lines', 'python', 'python3', 'wsgiref'],
    ['written out', 'ts', process.execPath, 'isFromTijdig'],
    ['written out', 'python', 'python3', 'is_from_tijdig'],
  ] as const)
    test(`has a receiver ${size} in ${language} that takes what an endpoint is sent, and nothing else`, async (t) => {
      if (!(await isThere(command))) return t.diagnostic(`${command} is not here: this test did nothing`)
      const file = join(folder, `receiver.${language === 'ts' ? 'ts' : 'py'}`)
      const program = blockWith(language, words)
      await writeFile(file, program)
      const isShort = size === 'of ten lines'
      if (isShort) assert.equal(program.trimEnd().split('\n').length, 10)
      const [port = 0] = await freePorts(1)
      const url = `http://127.0.0.1:${port}/tijdig`
      const owner = await product.createHolder()
      const made = await owner.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url })
      const { secret } = made.body.data
      const receiver = await start(t, command, [file], { PORT: String(port), WEBHOOK_SECRET: secret })
      await eventually(() => listens(port))

      const appointment = await storeAppointment(product, owner)
      if (!isShort) await eventually(async () => /^evt_[0-9a-f]{32} appointment\.registered$/m.test(receiver.output()))
      await eventually(async () => {
        const { body } = await owner.call('GET', `/webhook-endpoints/${made.body.data.endpoint.id}/deliveries`)
        const { items } = body.data
        return items.length > 0 && items.every(({ state }: { state: string }) => state === 'delivered')
      })
      assert.ok(appointment.id)

      const had = receiver.output()
      const now = Math.floor(Date.now() / 1_000)
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
      const attempts: [says: string, status: number, headers: Record<string, string>][] = [
        ['another secret', 400, signed(other, now)],
        ['signed too long ago', 400, signed(secret, now - 400)],
        ['signed for later', 400, signed(secret, now + 400)],
        ['another body', 400, signed(secret, now, '{"type":"pong"}')],
        ['no signature', 400, { 'webhook-id': 'evt_1', 'webhook-timestamp': String(now) }],
        ['nothing', 400, {}],
        ['no number', 400, { ...signed(secret, now), 'webhook-timestamp': 'soon' }],
        ['letters beyond ASCII', 400, { ...signed(secret, now), 'webhook-signature': `v1,${'é'.repeat(44)}` }],
        [
          'another version',
          400,
          {
            ...signed(secret, now),
            'webhook-signature': signed(secret, now)['webhook-signature'].replace('v1,', 'v2,'),
          },
        ],
        [
          'the old secret beside the new one',
          204,
          {
            ...signed(secret, now),
            'webhook-signature': `${signed(other, now)['webhook-signature']} ${signed(secret, now)['webhook-signature']}`,
          },
        ],
      ]
      for (const [says, status, headers] of attempts.toReversed())
        assert.equal((await fetch(url, { method: 'POST', headers, body: ping })).status, status, says)
      if (isShort) return
      // Python says on standard error which calls it had.
      assert.equal(
        receiver
          .output()
          .slice(had.length)
          .match(/^evt_1 ping$/gm)?.length,
        1,
      )
    })

  test('has the same receivers as the examples', async () => {
    for (const [language, file, words] of [
      ['ts', 'receiver.ts', 'isFromTijdig'],
      ['python', 'receiver.py', 'is_from_tijdig'],
    ] as const)
      assert.equal(blockWith(language, words), await readFile(join(root, 'examples', file), 'utf8'))
  })

  test('has a reader of the feed that catches up and goes on', async (t) => {
    await holder.call('GET', '/events')
    const stored = [await storeAppointment(product, holder), await storeAppointment(product, holder)]
    const file = join(folder, 'feed.ts')
    await writeFile(file, blockWith('ts', 'waitSeconds'))
    const API = `${product.baseUrl}/api/v1/platform-holders/${holder.id}`
    const reader = await start(t, process.execPath, [file], { API, TIJDIG_API_KEY: holder.apiKey })
    await eventually(async () => stored.every(({ id }) => reader.output().includes(id)))
    const later = await storeAppointment(product, holder)
    await eventually(async () => reader.output().includes(later.id))
    const sequences = reader.lines().map((line) => Number(line.split(' ')[0]))
    assert.deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
    )
  })
})

test('what the page about events lets somebody type works as it is written', async (t) => {
  const [api = 0, login, sandbox, smtp, admin, receiver = 0] = await freePorts(6)
  const home = await mkdtemp(join(tmpdir(), 'tijdig-events-page-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const env = {
    TIJDIG_DATA_DIR: join(home, 'data'),
    TIJDIG_PORT: String(api),
    TIJDIG_LOGIN_PORT: String(login),
    TIJDIG_SANDBOX_PORT: String(sandbox),
    TIJDIG_SANDBOX_SMTP_PORT: String(smtp),
    TIJDIG_ADMIN_PORT: String(admin),
    PORT: String(receiver),
  }
  const serving = await startServe(t, { env })
  const typed = blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))
  const script = [
    `set -euo pipefail; cd '${root}'; trap 'kill $(jobs -p)' EXIT`,
    'patiently() { for _ in $(seq 1200); do "$@" && return; sleep 0.1; done; return 1; }',
    ...typed.map((text) =>
      text.replaceAll(goesOn, inBackground(home)).replace(/^.*receiver\.ts(?= &$)/m, `$& >${home}/heard`),
    ),
    // What the last of them shows happens while it is looked for.
    `refused() { curl -s -o ${home}/refused -H "authorization: Bearer $TIJDIG_API_KEY" $API/appointments/none; grep -q ' 4[0-9][0-9] ' ${home}/logs; }`,
    'patiently refused',
  ]
    .map((text) => (text.includes('$ENDPOINT') ? `${anEndpoint}\n${text}` : text))
    .join('\n')
    .replaceAll('localhost:4000', `localhost:${api}`)
    .replaceAll('localhost:3000', `localhost:${receiver}`)
    .replaceAll('npm run -s tijdig --', `node ${join(root, 'src/main/cli.ts')}`)
    .replaceAll('npm run -s node --', 'node')
  const child = spawn('bash', ['-c', script], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  assert.equal(code, 0, output)
  assert.match(output, /"requeued":0/)
  assert.match(output, /An example of appointment\.confirmed was answered 204/)
  assert.match(output, / 1 {2}[a-z_.]+ +\S+ +204 +\d+ ms/)
  assert.match(await readFile(join(home, 'events'), 'utf8'), / 1 {2}reminder\.[a-z]+ +[0-9a-f-]{36}$/m)
  assert.match(await readFile(join(home, 'heard'), 'utf8'), /^evt_[0-9a-f]{32} appointment\.confirmed$/m)
  serving.signal('SIGTERM')
  await serving.ended
})

/** Commands that end by Ctrl-C: the next ones are typed elsewhere, once they say so. */
const goesOn = /^.*tijdig -- (listen --forward-to|events tail|logs tail).*$/gm
const inBackground = (home: string) => (line: string, name: string) => {
  const file = join(home, name.split(' ')[0] ?? '')
  return `${line} >${file} 2>&1 &\npatiently grep -q 'until Ctrl-C' ${file}`
}
const anEndpoint = `API=http://localhost:4000/api/v1
auth="authorization: Bearer $TIJDIG_API_KEY"
API=$API/platform-holders/$(curl -s $API/me -H "$auth" | node -pe 'JSON.parse(fs.readFileSync(0)).data.platformHolderId')
ENDPOINT=$(curl -s $API/webhook-endpoints -H "$auth" -H 'content-type: application/json' \\
  -d '{"clientRequestId":"${randomUUID()}","url":"http://localhost:3000/tijdig"}' | node -pe 'JSON.parse(fs.readFileSync(0)).data.endpoint.id')`

const ping = '{"type":"ping"}'

/** The block of a language that has these words, as it stands in the page. */
function blockWith(language: string, words: string): string {
  const found = blocks.find((block) => block.language === language && block.text.includes(words))
  assert.ok(found, `${language} with ${words}`)
  return found.text
}

function signed(secret: string, at: number, body = ping) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}

async function isThere(command: string): Promise<boolean> {
  try {
    await run(command, ['--version'])
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
