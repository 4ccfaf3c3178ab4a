import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '#/kernel/postgres/db.ts'
import { asLogin, scramSecret } from '#/kernel/postgres/connecting/logins.ts'
import { findServerUser } from '#/embedded-postgres/embedded-postgres-binaries.ts'
import { applicationRoles } from '#/app/operator/doctor/check-database.ts'
import { eventually } from '../harness.ts'
import { atEnd } from '../crash/at-end.ts'
import { freePorts } from '../postgres.ts'

const run = promisify(execFile)

// Debian installs it outside the usual PATH.
const env = { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` }

/** @returns the version of the PgBouncer that is installed, such as 1.25; null when there is none */
export async function findPgBouncer(): Promise<string | null> {
  const { stdout } = await run('pgbouncer', ['--version'], { env }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { stdout: '' }
    throw error
  })
  return /PgBouncer (\d+\.\d+)/.exec(stdout)?.[1] ?? null
}

/**
 * Puts PgBouncer in transaction mode before a database: each transaction may use another of its few connections.
 *
 * @param signsInAsOwner whether it uses the owner for everybody, as one may set it up, instead of passing logins on
 * @returns the address of the pooler
 */
export async function startPgBouncer(
  t: TestContext,
  databaseUrl: string,
  version: string,
  signsInAsOwner = false,
): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const [listenPort] = await freePorts(1)
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-pooler-'))
  await chmod(folder, 0o755)
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const name = pathname.slice(1)
  const server = `host=${hostname} port=${port} dbname=${name}`
  const changed = {
    [sample.name]: signsInAsOwner ? `${server} user=${username} password=${password}` : server,
    listen_port: String(listenPort),
    auth_file: users,
    default_pool_size: String(serverConnections),
    max_client_conn: '200',
    // Unknown before 1.21.
    max_prepared_statements: Number(version.split('.')[1]) >= 21 ? '100' : null,
  }
  await writeFile(file, (await sampleWith(changed)).replace(/^tijdig = /m, `${name} = `))
  // What PostgreSQL itself keeps of their passwords, as docs/running/secure.md says to copy it.
  const logins = applicationRoles.map((role) => {
    const login = new URL(asLogin(databaseUrl, role))
    return [login.username, scramSecret(login.username, login.password)]
  })
  await writeFile(users, [[username, password], ...logins].map(([who, secret]) => `"${who}" "${secret}"\n`).join(''))
  // It refuses to run as root.
  const user = await findServerUser()
  if (user) for (const each of [file, users]) await chown(each, user.uid, user.gid)
  const child = spawn('pgbouncer', ['-q', file], { env, ...user, cwd: '/', stdio: 'ignore' })
  atEnd(t, async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  const url = `postgres://${username}:${password}@127.0.0.1:${listenPort}/${name}`
  await eventually(async () => {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      // Not listening yet.
      return false
    } finally {
      await client.end()
    }
  })
  return url
}

export const serverConnections = 3

const sample = { name: 'tijdig', file: new URL('../../examples/pgbouncer/pgbouncer.ini', import.meta.url) }

/** The settings that operators copy, with some of them changed, or left out where they are null. */
async function sampleWith(changed: Readonly<Record<string, string | null>>): Promise<string> {
  let text = await readFile(sample.file, 'utf8')
  for (const [name, value] of Object.entries(changed)) {
    const line = new RegExp(`^${name} = .*\\n`, 'm')
    if (!line.test(text)) throw new Error(`The sample has no line for ${name}`)
    text = text.replace(line, value === null ? '' : `${name} = ${value}\n`)
  }
  return text
}
