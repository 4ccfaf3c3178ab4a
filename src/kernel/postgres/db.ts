import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { types } from 'pg'
import { isId, isIdentifier, noLocation, platformId } from '#/kernel/ids.ts'
import { camelCase } from '#/kernel/postgres/values/columns.ts'
import { beginSpan, ended } from '#/kernel/spans.ts'
import { asLogin } from '#/kernel/postgres/connecting/logins.ts'
import { followConnections } from '#/kernel/postgres/connecting/connections.ts'
import { PatientPool } from '#/kernel/postgres/connecting/patient-pool.ts'
import { PrimaryClient } from '#/kernel/postgres/connecting/primary-client.ts'
import { parseTextArray, textArray } from '#/kernel/postgres/values/text-array.ts'

/** A named prepared statement and the shape of one row it returns. */
export type Statement<Row> = {
  readonly name: string
  readonly text: string
  /** Replaces the statement timeout for this statement and the rest of its transaction. */
  readonly timeoutMs?: number
  /**
   * Where a lock may be held for very long: how long to wait for it. The request is then repeated from its beginning a
   * moment later, so that it keeps no connection while it waits.
   */
  readonly lockTimeoutMs?: number
  readonly row?: Row
}

/** The text of every statement by its name: a test checks which of them reach across platform holders. */
export const declared = new Map<string, string>()

/** Longer names are cut by PostgreSQL, which would then take two statements for one. */
const nameMax = 63

/**
 * Declares a hot statement once; PostgreSQL parses it once per connection under its name.
 *
 * @throws Error for a name that is too long
 */
export function statement<Row>(name: string, text: string): Statement<Row> {
  if (name.length > nameMax) throw new Error(`The name of a statement is longer than ${nameMax} characters: ${name}`)
  declared.set(name, text)
  return { name, text }
}

/**
 * A transaction. Its statements are pipelined: each `await` of one is a round trip, those issued without waiting travel
 * together and run in order. So ask together (`Promise.all`) for what needs no answer first, and `send` what only writes.
 */
export type Tx = {
  /** Runs one statement. */
  rows<Row>(query: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
  /**
   * Sends a statement without waiting for its answer: it travels with what is awaited next, at the latest the commit, and
   * its failure fails the transaction.
   */
  send(query: Statement<unknown>, values: readonly unknown[]): void
}

/** A transaction bound to one platform holder: row-level security shows no other's rows. */
export type HolderTx = Tx & { readonly platformHolderId: string }

export type DatabaseRole = 'tijdig_api' | 'tijdig_worker' | 'tijdig_operator' | 'tijdig_login'

/** A pooler in transaction mode, and whether a statement keeps its name behind it. */
export type Pooler = { readonly keepsNames: boolean }

export type PoolOptions = {
  /** Of the owner of the tables: the pool connects as the login of its role. */
  readonly databaseUrl: string
  readonly role: DatabaseRole
  /** True where a transaction may become the owner (`set local role none`): only for demo data. */
  readonly isOwner?: boolean
  readonly size: number
  readonly statementTimeoutMs?: number
  /** True when every statement looks rows up by key, so that reading a whole table is never right. */
  readonly isKeyedOnly?: boolean
  /** The pooler in front of the server, if there is one. */
  readonly pooler?: Pooler | null
  /** Called when an idle connection dies: the pool replaces it, so this is only for the log. */
  readonly onIdleError: (error: Error) => void
}

// timestamptz arrives as an instant and bigint counts as a number, everywhere.
const parsers = new Map<number, (text: string) => unknown>([
  // Written `2026-11-20 11:44:14.72+00` in a UTC session, which Temporal reads as it is.
  [types.builtins.TIMESTAMPTZ, (text) => Temporal.Instant.from(text)],
  [types.builtins.INT8, Number],
  [textArray, parseTextArray],
])

/** A connection whose rows have the names of our code: the column `due_at` is `dueAt`. */
export class Client extends PrimaryClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Once per statement and connection, before the driver reads the names.
    this.connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = camelCase(field.name)
    })
  }
}

// While a table grows fast its statistics lag, and a planner that believes it small scans all of it for every batch.
// What is looked up by key differs from row to row, so that remembering it (`memoize`) does not pay.
const keyedOnly = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_memoize: 'off' }

/** Pools behind a pooler, where each transaction may get another session: the settings each begins with. */
const pooled = new WeakMap<pg.Pool, Pooler & { readonly opening: string }>()

/** A pool whose connections act as one role, in UTC, pipelined, and bounded in time. */
export function openPool(options: PoolOptions): pg.Pool {
  const { pooler = null, statementTimeoutMs = 4_000 } = options
  const session = Object.entries({
    role: options.role,
    timezone: 'UTC',
    // Nothing here runs long enough to be compiled, but `enable_seqscan=off` can make a cheap statement look as if it did.
    jit: 'off',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: '30s',
    ...(options.isKeyedOnly ? keyedOnly : {}),
  })
  const pool = new PatientPool({
    Client,
    connectionString: options.isOwner ? options.databaseUrl : asLogin(options.databaseUrl, options.role),
    max: options.size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: statementTimeoutMs + 500,
    keepAlive: true,
    pipeline: true,
    application_name: options.role,
    ...(pooler ? {} : { options: session.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? types.getTypeParser(oid, format as 'text'),
    },
  })
  pool.on('error', options.onIdleError)
  followConnections(pool)
  const opening = session.map(([name, value]) => `; set local ${name} = '${value}'`).join('')
  if (pooler) pooled.set(pool, { ...pooler, opening })
  return pool
}

export type TransactionOptions = {
  /**
   * The tenant; null for work that belongs to none (the policies then show no tenant's rows). Several only where the
   * worker sends: the policies of the other roles take one.
   */
  readonly holder: string | readonly string[] | null
  /** The recipient whose own rows the policies show as well. */
  readonly recipient?: string | null
  /** The locations whose appointments the policies show, `noLocation` for those without one; all when left out or null. */
  readonly locations?: readonly string[] | null
  /** True when a crash may lose this commit, which only records a read: saves the wait for the disk. */
  readonly commitWithoutWaiting?: boolean
}

/**
 * Runs work in one transaction. Begin, tenant binding and the first statement travel together, and so do the last
 * writes and the commit, so a read costs two round trips.
 *
 * @throws whatever the work throws, after a rollback
 */
export function inTransaction<T>(
  pool: pg.Pool,
  options: TransactionOptions & { readonly holder: string },
  work: (tx: HolderTx) => Promise<T>,
): Promise<T>
export function inTransaction<T>(pool: pg.Pool, options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T>
export function inTransaction<T>(
  pool: pg.Pool,
  options: TransactionOptions,
  work: (tx: HolderTx) => Promise<T>,
): Promise<T> {
  const span = beginSpan('transaction')
  return span ? span.within(() => ended(span, transact(pool, options, work))) : transact(pool, options, work)
}

async function transact<T>(pool: pg.Pool, options: TransactionOptions, work: (tx: HolderTx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const ask = <Row extends pg.QueryResultRow>(config: string | pg.QueryConfig) => {
    sendTogether(client.connection.stream)
    return client.query<Row>(config)
  }
  // A statement may fail before it is awaited, or without ever being awaited; the first failure is the cause.
  let firstRefusal: Error | undefined
  const noteRefusal = (error: Error) => {
    firstRefusal ??= error
  }
  let failure: Error | undefined
  try {
    const opened = ask(opening(pool, options))
    opened.catch(noteRefusal)
    const tx: Tx = {
      rows<Row>(query: Statement<Row>, values: readonly unknown[] = []) {
        if (query.timeoutMs !== undefined)
          ask(`set local statement_timeout = ${Math.round(query.timeoutMs)}`).catch(noteRefusal)
        if (query.lockTimeoutMs !== undefined)
          ask(`set local lock_timeout = ${Math.round(query.lockTimeoutMs)}`).catch(noteRefusal)
        const sent = traced(query, ask<Row & pg.QueryResultRow>(toQueryConfig(pool, query, values)))
        sent.catch(noteRefusal)
        const rows = sent.then((result): Row[] => result.rows)
        rows.catch(noteLater)
        if (query.lockTimeoutMs !== undefined) ask('set local lock_timeout = 0').catch(noteRefusal)
        return rows
      },
      send(query, values) {
        traced(query, ask(toQueryConfig(pool, query, values))).catch(noteRefusal)
      },
    }
    // Null where the signatures above give a plain `Tx`.
    const result = await work({ ...tx, platformHolderId: options.holder } as HolderTx)
    const committed = ask('commit')
    committed.catch(noteRefusal)
    await opened
    // With pipelining a COMMIT of a failed transaction resolves too; its command tag tells.
    if ((await committed).command !== 'COMMIT') throw new RolledBack()
    return result
  } catch (error) {
    failure = isAftermath(error) && firstRefusal ? firstRefusal : (error as Error)
    await ask('rollback').catch(noteLater)
    throw failure
  } finally {
    client.release(failure !== undefined && isConnectionFailure(failure))
  }
}

/** Holds what is written until the promises that can go on have gone on: a write costs more than what it carries. */
function sendTogether(stream: Writable): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

class RolledBack extends Error {
  override readonly name = 'RolledBack'
  override readonly message = 'The transaction was rolled back by the database'
}

/** Whether a failure only follows from an earlier one (in_failed_sql_transaction). */
function isAftermath(error: unknown): boolean {
  return error instanceof RolledBack || (error as { code?: string } | null)?.code === '25P02'
}

/**
 * Repeats a whole transaction while it runs into a lock that is held for long (`lockTimeoutMs`) or is given up in a
 * deadlock, as beside a migration; with pauses in which it keeps no connection.
 */
export async function repeatWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + lockPatienceMs; ;) {
    try {
      return await work()
    } catch (error) {
      if (!(isLockedElsewhere(error) || isDeadlock(error)) || performance.now() > until) throw error
      await sleep(lockPauseMs)
    }
  }
}

/** Less than the minute after which a silent HTTP connection is cut. */
const lockPatienceMs = 45_000
const lockPauseMs = 400

/** lock_not_available: a lock was given up after its `lockTimeoutMs`. */
function isLockedElsewhere(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '55P03'
}

/** deadlock_detected: of those that waited for each other, the one that was rolled back. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '40P01'
}

/** Binds a transaction that began without a holder to the one it turned out to be about. */
export function bindHolder(tx: Tx, platformHolderId: string): HolderTx {
  tx.send(setHolder, [platformHolderId])
  return { ...tx, platformHolderId }
}

/** Binds a worker's transaction to the holders of the rows it found; travels with its next statement. */
export function bindHolders(tx: Tx, platformHolderIds: readonly string[]): void {
  tx.send(setHolders, [platformHolderIds.join(',')])
}

const setHolders = statement('bind_holders', `select set_config('app.holders', $1, true)`)
const setHolder = statement('bind_holder', `select set_config('app.holder', $1, true)`)

/** Runs one statement outside a transaction of ours. */
export async function runOnce<Row>(
  pool: pg.Pool,
  query: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (!pooled.has(pool))
    return (await traced(query, pool.query<Row & pg.QueryResultRow>(toQueryConfig(pool, query, values)))).rows
  // The commit goes along, without waiting for the rows.
  return (await inTransaction(pool, { holder: null }, async (tx) => ({ rows: tx.rows(query, values) }))).rows
}

/** True when the database could not be reached, was too busy or gave up: the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isConnectionFailure(error)) return true
  // Of things done each by itself.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  return unavailableStates.has((error as { code?: string }).code ?? '')
}

/** True when the disk of the database is full: it reads, and nothing can be stored. */
export function isDiskFull(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '53100'
}

/** The constraint a database error names, for mapping to a refusal. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code?.startsWith('23') ? constraint : undefined
}

// 53xxx: out of disk, memory or connections; 57014: statement timeout; 57P0x: shutting down or starting; 40xxx:
// deadlock or serialization; 25P03: idle transaction ended; 55P03: lock timeout.
const unavailableStates = new Set([
  '53000',
  '53100',
  '53200',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '40001',
  '40P01',
  '25P03',
  '55P03',
])
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
])
const connectionMessages =
  /connection terminated|timeout (expired|exceeded when trying to connect)|query read timeout|client has encountered a connection error|not queryable|client was closed/i

/** True when the server was not reached, went away, or did not take the connection. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return (
    connectionCodes.has(code) ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === '53300' ||
    connectionMessages.test(error.message)
  )
}

function opening(pool: pg.Pool, options: TransactionOptions): string {
  const { holder, recipient = null, locations = null, commitWithoutWaiting } = options
  const holders = typeof holder === 'string' ? bind('holder', [holder]) : bind('holders', holder ?? [])
  const wall = locations === null ? '' : bindLocations(locations)
  return `begin${pooled.get(pool)?.opening ?? ''}${holders}${wall}${bind('recipient', recipient === null ? [] : [recipient])}${commitWithoutWaiting ? '; set local synchronous_commit = off' : ''}`
}

/** None at all would be no wall: the setting is empty then. */
function bindLocations(locations: readonly string[]): string {
  if (locations.length === 0 || !locations.every((one) => one === noLocation || isIdentifier(one)))
    throw new Error('A transaction can only be bound to ids of locations')
  return `; set local app.locations = '${locations.join(',')}'`
}

function bind(what: 'holder' | 'holders' | 'recipient', ids: readonly string[]): string {
  if (ids.length === 0) return ''
  if (ids.some((id) => !isId(id) || id === platformId))
    throw new Error(`A transaction can only be bound to the id of a ${what === 'recipient' ? what : 'holder'}`)
  return `; set local app.${what} = '${ids.join(',')}'`
}

function toQueryConfig(pool: pg.Pool, query: Statement<unknown>, values: readonly unknown[]): pg.QueryConfig {
  const timeout = query.timeoutMs === undefined ? {} : { query_timeout: query.timeoutMs + 500 }
  const name = pooled.get(pool)?.keepsNames === false ? {} : { name: query.name }
  return { ...name, text: query.text, values: values.map(toParameter), ...timeout }
}

function toParameter(value: unknown): unknown {
  if (value instanceof Temporal.Instant) return value.toString()
  if (Array.isArray(value)) return value.map(toParameter)
  return value
}

/** A statement by its name, never its text or values. */
function traced<T>({ name }: Statement<unknown>, sent: Promise<T>): Promise<T> {
  const span = beginSpan(name, { 'db.system.name': 'postgresql' })
  return span ? ended(span, sent) : sent
}

/** What fails here also fails the statement under way or the commit. */
function noteLater(): void {}
