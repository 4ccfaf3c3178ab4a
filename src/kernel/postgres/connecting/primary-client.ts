import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { Client } from 'pg'
import type pg from 'pg'
import { currentUrl } from './followed-url.ts'

/** A connection to the server that takes writes, where the connection string names several. */
export class PrimaryClient extends Client {
  readonly #urls: readonly string[]
  #isStandby = false

  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : (config ?? {})
    const url = currentUrl(given.connectionString ?? '')
    const urls = splitHosts(url)
    super(urls.length > 1 || url !== given.connectionString ? { ...given, connectionString: urls[0] } : given)
    this.#urls = urls
    // An error without a listener ends the process, and a pool listens only to connections it has not lent out. The
    // next query on the connection fails for the same reason.
    this.on('error', () => undefined)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    const connected = this.#urls.length > 1 ? this.#connectToPrimary(this.#urls) : super.connect()
    if (!callback) return connected
    callbackify(() => connected)((error) => callback(error))
  }

  /**
   * Which server is the primary is looked up once, and again after a connection to it failed: so a failover fails at
   * most one try of each client.
   */
  async #connectToPrimary(urls: readonly string[]): Promise<Client> {
    const key = urls.join(' ')
    const lookup = primaries.get(key) ?? findPrimary(urls)
    primaries.set(key, lookup)
    try {
      Object.assign(this, await lookup)
      await super.connect()
      if (!this.#isStandby) return this
      await this.end()
      throw new NoPrimary('The primary has become a standby')
    } catch (error) {
      if (primaries.get(key) === lookup) primaries.delete(key)
      throw error
    }
  }
}

type ParameterStatus = { readonly parameterName: string; readonly parameterValue: string }
type Address = { readonly host: string; readonly port: number }

/** Where the primary was found last, by the connection strings of all servers. */
const primaries = new Map<string, Promise<Address>>()

/** How long servers have to answer, and how long the others have once a primary was found. */
const patienceMs = 3_000
const othersPatienceMs = 1_000

/**
 * One connection string for each server of a list such as `postgres://user@one:5432,two:5432/tijdig`, which the driver
 * cannot read.
 */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** No server takes writes at present. Its code is PostgreSQL's `cannot_connect_now`. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  readonly code = '57P03'
}

/**
 * Asks all at once. Of two that take writes the one promoted later counts: the other is an old primary that came back.
 */
async function findPrimary(urls: readonly string[]): Promise<Address> {
  const found: Answer[] = []
  const asked = urls.map(async (url) => {
    const answer = await ask(url)
    if (answer.timeline === 0) throw new NoPrimary('None of the servers takes writes')
    found.push(answer)
  })
  await Promise.any(asked).catch(({ errors }: AggregateError) => {
    throw errors.find((error) => error instanceof NoPrimary) ?? errors[0]
  })
  await Promise.race([Promise.allSettled(asked), sleep(othersPatienceMs, undefined, { ref: false })])
  const [latest] = found.toSorted((one, other) => other.timeline - one.timeline)
  if (!latest) throw new NoPrimary('None of the servers takes writes')
  return latest.address
}

type Answer = { readonly address: Address; readonly timeline: number }

/** @returns the timeline of a primary, which rises by one with each promotion, from 1; 0 for a standby */
async function ask(url: string): Promise<Answer> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  // A lost connection fails the query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string }>(
      `select case when pg_is_in_recovery() then '0' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    const timeline = Number.parseInt(rows[0]?.timeline ?? '0', 16)
    return { address: { host: client.host, port: client.port }, timeline }
  } finally {
    // A silent server would not answer an orderly end.
    client.connection.stream.destroy()
  }
}
