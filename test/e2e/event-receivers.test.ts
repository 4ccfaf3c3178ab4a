import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { eventually, startTestProduct, type TestProduct } from '../harness.ts'
import { newEndpoint, storeAppointment } from '../operation-cases.ts'
import { freePorts } from '../postgres.ts'

// The receivers of docs/events.md, as they are printed there.

const page = await readFile(new URL('../../docs/events.md', import.meta.url), 'utf8')
let product: TestProduct

before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

const languages = {
  ts: { name: 'receiver.ts', command: process.execPath },
  python: { name: 'receiver.py', command: 'python3' },
}

for (const [language, { name, command }] of Object.entries(languages)) {
  test(`the receiver in ${language} takes what is signed for it, and nothing else`, async (t) => {
    const code = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1]
    assert.ok(code, 'The page has no such receiver')
    const [port = 0] = await freePorts(1)
    const url = `http://127.0.0.1:${port}/`
    const holder = await product.createHolder()
    const { body } = await holder.call('POST', '/webhook-endpoints', newEndpoint({ url, eventTypes: null }))
    const output = await start(t, command, name, code, { PORT: String(port), WEBHOOK_SECRET: body.data.secret })
    await eventually(() => isListening(port))
    const forged = await fetch(url, {
      method: 'POST',
      body: '{"type":"forged"}',
      headers: {
        'webhook-id': 'a',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': 'v1,AAAA',
      },
    })
    assert.equal(forged.status, 400)
    await storeAppointment(product, holder)
    await eventually(async () => output().includes('appointment.registered'))
    const path = `/webhook-endpoints/${body.data.endpoint.id}`
    await eventually(
      async () => (await holder.call('GET', `${path}/deliveries`)).body.data.items[0]?.state === 'succeeded',
    )
    assert.equal((await holder.call('POST', `${path}/test`, {})).body.data.status, 204)
  })
}

async function start(t: TestContext, command: string, name: string, code: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-receiver-'))
  const file = join(folder, name)
  await writeFile(file, code)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const child = spawn(command, [file], { env: { PATH: process.env['PATH'] ?? '', ...env } })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  t.after(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return () => output
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.end() !== undefined))
    socket.once('error', () => resolve(false))
  })
}
