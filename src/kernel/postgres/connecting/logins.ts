import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { DatabaseRole } from '#/kernel/postgres/db.ts'
import { derivedUrl } from './followed-url.ts'
import { PrimaryClient, splitHosts } from './primary-client.ts'

/**
 * The connection string with which a process acts as one role: the same server and database, by a login that is a member
 * of that role alone. So statements that somebody smuggles in gain nothing by `reset role` or `set role`: the owner of the
 * tables, who is a member of every role, only migrates, runs the job queue and refreshes statistics.
 *
 * The login and its password follow from those of the owner, so that nothing more is to be configured, and whoever has
 * them cannot tell the owner's. Where the owner has no password (`trust`, a certificate) the login has none either.
 *
 * @param databaseUrl of the owner: `postgres://owner:password@host/database`, of one host or several
 */
export function asLogin(databaseUrl: string, role: DatabaseRole): string {
  return derivedUrl(databaseUrl, (url) => loginUrl(url, role))
}

function loginUrl(databaseUrl: string, role: DatabaseRole): string {
  const { name, password } = loginOf(databaseUrl, role)
  const secret = password === null ? '' : `:${password}`
  const bare = databaseUrl.replace(/^(\w+:\/\/)(?:[^@/?]*@)?/, '$1')
  const [place = '', query = ''] = bare.split('?', 2)
  const rest = query.split('&').filter((pair) => pair !== '' && !/^(user|password)=/.test(pair))
  return `${place.replace('://', `://${encodeURIComponent(name)}${secret}@`)}${rest.length > 0 ? `?${rest.join('&')}` : ''}`
}

/**
 * Makes the logins of roles where they are missing, and gives them their passwords where they have others, as after the
 * owner's was changed. Needs no lock: what another migration made meanwhile is found.
 *
 * @param databaseUrl of the owner, who has `createrole`
 * @throws Error in a sentence when the owner may not make them, or the server does not let them in
 */
export async function ensureLogins(databaseUrl: string, roles: readonly DatabaseRole[]): Promise<void> {
  for (const role of roles) if ((await tryLogin(databaseUrl, role)) !== null) await ensureLogin(databaseUrl, role)
}

async function ensureLogin(databaseUrl: string, role: DatabaseRole): Promise<void> {
  const { name, password, owner } = loginOf(databaseUrl, role)
  const secret = password === null ? 'null' : `'${scramSecret(name, password)}'`
  try {
    await withClient(databaseUrl, async (client) => {
      const login = client.escapeIdentifier(name)
      await client.query(
        `do $$ begin create role ${login} login; exception when duplicate_object or unique_violation then null; end $$`,
      )
      // The owner sees, and may end, what they run.
      await client.query(
        `alter role ${login} login password ${secret}; grant ${role} to ${login}; grant ${login} to current_user`,
      )
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '42501')
      throw new Error(
        `${owner} may not make the login ${name}: as the server's administrator run \`alter role ${owner} createrole; grant ${role} to ${owner} with admin option\`, and \`drop role ${name}\` where somebody else made it. Then try again.`,
        { cause: error },
      )
    // Tuple concurrently updated: another migration gave it the same password meanwhile.
    if (code !== 'XX000') throw error
  }
  const refusal = await tryLogin(databaseUrl, role)
  if (refusal === null) return
  throw new Error(
    `The server does not let ${name} in, which \`tijdig migrate\` made for the processes: allow it in pg_hba.conf, and in a pooler, like ${owner} ("Logins" in docs/running/secure.md).`,
    { cause: refusal },
  )
}

/**
 * Gives the owner and the logins of roles the passwords of another connection string, all at once.
 *
 * @param changedUrl the same but for the owner's password
 */
export async function changePasswords(
  databaseUrl: string,
  changedUrl: string,
  roles: readonly DatabaseRole[],
): Promise<void> {
  const { owner, given } = loginOf(changedUrl, 'tijdig_api')
  if (given === null) throw new Error('A connection string without a password has none to change')
  const logins = roles.map((role) => loginOf(changedUrl, role))
  await withClient(databaseUrl, async (client) => {
    const change = (name: string, password: string) =>
      `alter role ${client.escapeIdentifier(name)} password '${scramSecret(name, password)}'`
    // One message is one transaction.
    await client.query(
      [changing, change(owner, given), ...logins.map(({ name, password }) => change(name, password ?? ''))].join('; '),
    )
  })
}

/** Held until a change has taken effect or is undone, also when nobody waits for its answer any more. */
const changing = `select pg_advisory_xact_lock(hashtextextended('passwords of the database', 0))`

/** How long a server is asked that does not answer. */
const askedForMs = 10_000

/**
 * Whether a change of passwords took effect whose answer was lost.
 *
 * @param databaseUrl as before the change
 * @param changedUrl as after it
 * @returns null when the server does not say so within seconds
 */
export async function isPasswordChanged(databaseUrl: string, changedUrl: string): Promise<boolean | null> {
  const untilMs = performance.now() + askedForMs
  do {
    if ((await letsIn(changedUrl)) === true) return true
    // Let in by the old one, after the change has ended: what the new one is told now stays so.
    if ((await letsIn(databaseUrl, changing)) === true) {
      const isChanged = await letsIn(changedUrl)
      if (isChanged !== null) return isChanged
    }
    await sleep(200)
  } while (performance.now() < untilMs)
  return null
}

/** @returns null when anything but the password was in the way */
async function letsIn(connectionString: string, statement = 'select 1'): Promise<boolean | null> {
  try {
    await withClient(connectionString, (client) => client.query(statement), {
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
    })
    return true
  } catch (error) {
    return (error as { code?: string }).code === '28P01' ? false : null
  }
}

/** The first of the logins that the server does not let in, or that may not act as its role; undefined when all work. */
export async function findRefusedLogin(
  databaseUrl: string,
  roles: readonly DatabaseRole[],
): Promise<string | undefined> {
  for (const role of roles) if ((await tryLogin(databaseUrl, role)) !== null) return loginOf(databaseUrl, role).name
  return undefined
}

/** @returns null when the login works and may act as its role, else why not */
async function tryLogin(databaseUrl: string, role: DatabaseRole): Promise<Error | null> {
  try {
    await withClient(asLogin(databaseUrl, role), (client) => client.query(`set role ${role}`))
    return null
  } catch (error) {
    // 28xxx: the login or its password is refused; 42501: it may not act as the role. All else says nothing about it.
    const code = (error as { code?: string }).code ?? ''
    if (code.startsWith('28') || code === '42501') return error as Error
    throw error
  }
}

async function withClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
  waiting: ClientConfig = { connectionTimeoutMillis: 10_000 },
): Promise<T> {
  const client = new PrimaryClient({ connectionString, ...waiting })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The name of the login of a role, such as tijdig_as_api, and its password: 43 characters, null without the owner's. */
function loginOf(databaseUrl: string, role: DatabaseRole) {
  // What the string leaves out comes from where the driver and libpq look, such as PGPASSWORD.
  const { user: owner = '', password: given } = new Client({ connectionString: splitHosts(databaseUrl)[0] })
  const name = `${owner}_as_${role.replace('tijdig_', '')}`
  const password = typeof given === 'string' && given !== '' ? given : null
  return {
    owner,
    given: password,
    name,
    password: password && createHmac('sha256', password).update(`tijdig login ${name}`).digest('base64url'),
  }
}

/**
 * What PostgreSQL keeps of a password (RFC 5803): sent in its place, so that no log of statements shows the password
 * itself. The same each time, so that a pooler's copy of it stays right.
 */
export function scramSecret(name: string, password: string): string {
  const salt = createHmac('sha256', password).update(`salt ${name}`).digest().subarray(0, 16)
  const iterations = 4_096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (label: string) => createHmac('sha256', salted).update(label).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
