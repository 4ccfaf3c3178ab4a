import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startServe } from '../crash/processes.ts'
import { callApi, eventually } from '../harness.ts'
import { freePorts } from '../postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'docs/running')
const pages = (await readdir(folder)).toSorted()

describe('the pages about running it', () => {
  test('say of each command what runs it, or what it needs that no test has', async () => {
    for (const page of pages) {
      for (const { info } of await blocksOf(page)) {
        const [, by] = /^by=(\S+)$/.exec(info) ?? []
        assert.match(info, /^(runs|by=\S+|needs="[^"]+")$/, page)
        if (by) assert.ok(existsSync(join(root, by)), `${page} names ${by}`)
      }
    }
  })

  test('have commands that work as they are written', async (t) => {
    const { env, ports, sandboxUrl, log } = await startDemo(t)
    const home = await mkdtemp(join(tmpdir(), 'tijdig-running-'))
    t.after(() => rm(home, { recursive: true, force: true }))
    await writeFile(
      join(home, '.env'),
      Object.entries(env)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    )
    await writeFile(join(home, 'tijdig.log'), log())
    const run = async (page: string, type?: (write: (line: string) => void) => Promise<void>, holder = '') => {
      const blocks = (await blocksOf(page)).filter(({ info }) => info === 'runs')
      const script = [
        `set -euo pipefail`,
        `tijdig() { node '${join(root, 'src/main/cli.ts')}' "$@"; }`,
        ...blocks.map(({ text }) => text),
        'echo "HOLDER=${HOLDER:-}"',
      ]
        .join('\n')
        .replaceAll('A-1001', 'demo-1')
        .replaceAll('localhost:4000', `localhost:${ports.api}`)
        .replaceAll('localhost:4003', `localhost:${ports.admin}`)
        .replaceAll('https://afspraken.example', `http://localhost:${ports.api}`)
      const { code, output } = await bash(script, { ...env, TIJDIG_OPERATOR: 'j.smit', HOLDER: holder }, home, type)
      assert.equal(code, 0, `${page}: ${output}`)
      return output
    }

    const installed = await run('install.md')
    assert.match(installed, /^DATABASE_URL +nothing/m)
    assert.match(installed, /^ok +worker +1 at work/m)
    assert.match(installed, /receipt/i, 'a message was followed to its receipt')
    const [, holder = ''] = /^HOLDER=(\S+)$/m.exec(installed) ?? []

    assert.match(await run('secure.md'), /^ok +row security/m)
    assert.match(await run('many-machines.md'), /^ok +standby/m)

    const watched = await run('watch.md', async (write) => write('+31612340103\n'), holder)
    assert.match(watched, /^tijdig_oldest_due_seconds \d/m)
    assert.match(watched, /Praktijk De Beuk/)

    const person = 'anna@beuk.example'
    const people = await run(
      'people.md',
      async (write) => {
        const code = await eventually(async () => {
          const { body } = await callApi(`${sandboxUrl}/inbox/email?to=${encodeURIComponent(person)}`, 'GET')
          return body.items.map((mail: { text: string }) => /\b\d{6}\b/.exec(mail.text)?.[0]).find(Boolean)
        })
        write(`${code}\n`)
      },
      holder,
    )
    assert.match(people, new RegExp(person))
    assert.match(people, /"scopes":\["appointments:intake"\]/)
  })
})

/** The commands of a page: what stands behind the language of a block, and its text. */
async function blocksOf(page: string): Promise<{ info: string; text: string }[]> {
  const text = await readFile(join(folder, page), 'utf8')
  return [...text.matchAll(/^```(?:sh|sql) ?(.*)\n([\s\S]*?)^```/gm)].map(([, info = '', block = '']) => ({
    info,
    text: block,
  }))
}

/** A product with demo data, as `npm start` starts it. */
async function startDemo(t: TestContext) {
  const [api = 0, login, sandbox, smtp, admin = 0] = await freePorts(5)
  const data = await mkdtemp(join(tmpdir(), 'tijdig-running-data-'))
  t.after(() => rm(data, { recursive: true, force: true }))
  const env = {
    TIJDIG_DATA_DIR: data,
    TIJDIG_PORT: String(api),
    TIJDIG_LOGIN_PORT: String(login),
    TIJDIG_SANDBOX_PORT: String(sandbox),
    TIJDIG_SANDBOX_SMTP_PORT: String(smtp),
    TIJDIG_ADMIN_PORT: String(admin),
  }
  const serving = await startServe(t, { env })
  t.after(async () => {
    serving.signal('SIGTERM')
    await serving.ended
  })
  const log = () => serving.output().replaceAll(/^(?!\{).*\n/gm, '')
  return { env, ports: { api, admin }, sandboxUrl: `http://127.0.0.1:${sandbox}`, log }
}

/** Runs a script; `type` answers what it asks. */
async function bash(
  script: string,
  env: Record<string, string>,
  cwd: string,
  type?: (write: (line: string) => void) => Promise<void>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-c', script], { cwd, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const closed = once(child, 'close')
  await type?.((line) => child.stdin.write(line))
  child.stdin.end()
  const [code] = (await closed) as [number | null]
  return { code, output }
}
