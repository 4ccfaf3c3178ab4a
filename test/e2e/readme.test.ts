import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { localTime } from '../../examples/client.ts'
import { startServe } from '../crash/processes.ts'
import { freePorts } from '../postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('what the README lets a newcomer try works as it is written', async (t) => {
  const [api, login, sandbox, smtp, admin, receiver] = await freePorts(6)
  const home = await mkdtemp(join(tmpdir(), 'tijdig-readme-'))
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
  // The import keeps its state beside the file, so the examples are copied.
  await cp(join(root, 'examples'), join(home, 'examples'), { recursive: true })
  const blocks = shellBlocks(await readFile(join(root, 'README.md'), 'utf8'))
  const tried = blocks.filter((block) => !block.includes('npm start'))
  const heard = join(home, 'heard')
  // What goes on until Ctrl-C, and whoever listens on its behalf, ends with the script.
  const script = [
    ...tried,
    'code=$?',
    'echo "day of the call: $DAY"',
    untilHeard(heard),
    'kill $LISTEN $RECEIVER',
    'exit $code',
  ]
    .join('\n')
    .replace(/^(.*examples\/receiver\.ts) &$/m, `$1 >${heard} & RECEIVER=$!`)
    .replace(/^.*tijdig -- listen --forward-to.*$/m, `$& 2>${heard}.ready & LISTEN=$!\n${untilSaid(`${heard}.ready`)}`)
    .replaceAll('localhost:3000', `localhost:${receiver}`)
    .replaceAll('examples/', `${join(home, 'examples')}/`)
    .replaceAll('localhost:4000', `localhost:${api}`)
    .replaceAll('npm run -s tijdig --', `node ${join(root, 'src/main/cli.ts')}`)
    .replaceAll('npm run -s node --', 'node')
  const { code, output } = await shell(script, env)
  assert.equal(code, 0, output)
  assert.match(output, /38 created/)
  assert.match(output, /planned in all\s+[1-9]/)
  assert.doesNotMatch(output, /^(planned|claimed|handed_over|unknown) +\S+ +\d+$/m, 'every reminder has come to an end')
  assert.match(output, /"outcome":"created"/)
  assert.match(output, /anna@beuk\.example can sign in at \S+, with a code/, 'staff of a draft sign in to set it up')
  assert.match(
    output,
    /the reminder was delivered: "Herinnering: afspraak bij Praktijk De Beuk .+\[pending_review: 9 of 9 steps done\]/,
  )
  const [, day = ''] = /^day of the call: (\S+)$/m.exec(output) ?? []
  const start = `${localTime(`${day}T12:30:00Z`, 'Europe/Amsterdam')} at Huisartsenpraktijk De Linde`
  assert.ok(output.includes(`\nConfirmed: ${start}.\n`), output)
  assert.ok(output.includes(`\nAsked to move ${start} to a day later.`), output)
  assert.match(await readFile(heard, 'utf8'), /^evt_[0-9a-f]{32} appointment\.confirmed$/m)
  serving.signal('SIGTERM')
  await serving.ended
})

/** Until the receiver was told of what the example did last, or two minutes are over. */
const untilHeard = (file: string) => patiently(`grep -q recipient_request.created ${file}`)
const untilSaid = (file: string) => patiently(`grep -q 'until Ctrl-C' ${file}`)
const patiently = (what: string) => `for _ in $(seq 1200); do ${what} && break; sleep 0.1; done`

function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
}

async function shell(script: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn('sh', ['-c', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
