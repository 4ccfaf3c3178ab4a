import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Client as PlainClient, Pool, types } from 'pg'
import { isId, platformId } from '#/kernel/ids.ts'

/** A named prepared statement and the shape of one row it returns. */
export type Statement<Row> = {
  readonly name: string
  readonly text: string
  /** For one that may have to wait longer than others: the rest of its transaction may too. */
  readonly timeoutMs?: number
  /**
   * For a lock that somebody may hold for very long: after this long it is given up. A request is then repeated from its
   * beginning a moment later, so that it keeps no connection while it waits.
   */
  readonly lockTimeoutMs?: number
  readonly row?: Row
}

/** Declares a hot statement once; PostgreSQL parses it once per connection under its name. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text }
}

/** A transaction that is already bound to one platform holder (or, where said, to several or none). */
export type Tx = {
  /** Runs one statement. Statements issued without waiting travel together and run in order. */
  rows<Row>(query: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
  /** Sends a write without waiting for it; its failure fails the transaction at the latest when it commits. */
  atCommit(query: Statement<unknown>, values: readonly unknown[]): void
}

export type DatabaseRole = 'tijdig_api' | 'tijdig_worker' | 'tijdig_operator' | 'tijdig_login'

export type PoolOptions = {
  readonly databaseUrl: string
  readonly role: DatabaseRole
  readonly size: number
  readonly statementTimeoutMs?: number
  /** True when every statement looks rows up by key, so that reading a whole table is never right. */
  readonly isKeyedOnly?: boolean
  /** Told of a connection that died while idle: the pool replaces it, so this is only for the log. */
  readonly onIdleError: (error: Error) => void
}

// timestamptz arrives as an instant and bigint counts as a number, everywhere.
const parsers = new Map<number, (text: string) => unknown>([
  // Written `2026-11-20 11:44:14.72+00` in a UTC session, which Temporal reads as it is.
  [types.builtins.TIMESTAMPTZ, (text) => Temporal.Instant.from(text)],
  [types.builtins.INT8, Number],
])

/** A connection whose rows have the names of our code: the column `due_at` is `dueAt`. */
export class Client extends PlainClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Once a statement and connection, before the driver reads the names.
    this.connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = camelCase(field.name)
    })
  }
}

const namesOfColumns = new Map<string, string>()
const columnsOfNames = new Map<string, string>()

/** The name in our code of a column that is composed. */
export type CamelCase<Column extends string> = Column extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Column

export function camelCase<Column extends string>(column: Column): CamelCase<Column> {
  const name = namesOfColumns.get(column) ?? column.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
  namesOfColumns.set(column, name)
  return name as CamelCase<Column>
}

/** Records as JSON under the names of columns, for `json_to_recordset`. */
export function toRecords(records: readonly object[]): string {
  return JSON.stringify(
    records.map((record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [columnOf(name), value]))),
  )
}

/** The column of a name in our code: `camelCase` undone. */
export function columnOf(name: string): string {
  const known = columnsOfNames.get(name)
  if (known !== undefined) return known
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnsOfNames.set(name, column)
  return column
}

// No statement here runs long enough to be worth compiling (`jit`), and one that `enable_seqscan=off` makes look dear would be
// compiled at each call.

// While a table grows fast its statistics lag, and a planner that believes it small scans all of it for every batch.
const keyedOnly = ' -c enable_seqscan=off -c enable_bitmapscan=off'

/** A pool whose connections act as one role, in UTC, pipelined, and bounded in time. */
export function openPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 4_000
  const pool = new Pool({
    Client,
    connectionString: options.databaseUrl,
    max: options.size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: statementTimeoutMs + 500,
    keepAlive: true,
    pipeline: true,
    application_name: options.role,
    options: `-c role=${options.role} -c timezone=UTC -c jit=off -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=30s${options.isKeyedOnly ? keyedOnly : ''}`,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? types.getTypeParser(oid, format as 'text'),
    },
  })
  pool.on('error', options.onIdleError)
  followConnections(pool)
  return pool
}

/** The open connections of each pool, lent out or not. */
const connectionsOf = new WeakMap<pg.Pool, Set<PlainClient>>()

/** Keeps note of a pool's connections, for `endPool`. */
export function followConnections(pool: pg.Pool): void {
  const open = new Set<PlainClient>()
  connectionsOf.set(pool, open)
  pool.on('connect', (client) => {
    if (!(client instanceof PlainClient)) return
    open.add(client)
    client.once('end', () => open.delete(client))
  })
}

/**
 * Ends a pool and resolves when its last connection is closed. What is still under way after a while, or can get no answer
 * because the database is away, is cut off, so that a process can always end.
 */
export async function endPool(pool: pg.Pool, patienceMs = 3_000): Promise<void> {
  const cutting = setTimeout(() => cutConnections(pool), patienceMs)
  try {
    await pool.end()
    const open = [...(connectionsOf.get(pool) ?? [])]
    await Promise.all(open.map((client) => new Promise((resolve) => client.once('end', resolve))))
  } finally {
    clearTimeout(cutting)
  }
}

/** Cuts every connection of a pool: the statements under way fail here, and PostgreSQL rolls back what was not committed. */
function cutConnections(pool: pg.Pool): void {
  for (const client of connectionsOf.get(pool) ?? []) client.connection.stream.destroy()
}

export type TransactionOptions = {
  /**
   * The tenant; null for work that belongs to none (the policies then show no tenant's rows). Several only where the worker sends:
   * the policies of the other roles know of one.
   */
  readonly holder: string | readonly string[] | null
  /** The recipient whose own rows the policies show besides. */
  readonly recipient?: string | null
  /** True when losing this commit in a crash only loses a note of a read: saves the disk wait. */
  readonly commitWithoutWaiting?: boolean
}

/**
 * Runs work in one transaction. Begin, tenant binding and the first statement travel together, and so do the last
 * writes and the commit, so a read costs two round trips.
 *
 * @throws whatever the work throws, after a rollback
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  options: TransactionOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // The pool does not listen to a connection it has lent out, and an error nobody listens to would end the process.
  client.on('error', noteLater)
  // Whatever is sent may fail before anybody awaits it, or without anybody doing so; the first failure is the one that says why.
  let firstRefusal: Error | undefined
  const noteRefusal = (error: Error) => {
    firstRefusal ??= error
  }
  let failure: Error | undefined
  try {
    const opened = client.query(opening(options))
    opened.catch(noteRefusal)
    const tx: Tx = {
      rows<Row>(query: Statement<Row>, values: readonly unknown[] = []) {
        if (query.timeoutMs !== undefined)
          client.query(`set local statement_timeout = ${Math.round(query.timeoutMs)}`).catch(noteRefusal)
        if (query.lockTimeoutMs !== undefined)
          client.query(`set local lock_timeout = ${Math.round(query.lockTimeoutMs)}`).catch(noteRefusal)
        const sent = client.query<Row & pg.QueryResultRow>(toQueryConfig(query, values))
        sent.catch(noteRefusal)
        const rows = sent.then((result): Row[] => result.rows)
        rows.catch(noteLater)
        if (query.lockTimeoutMs !== undefined) client.query('set local lock_timeout = 0').catch(noteRefusal)
        return rows
      },
      atCommit(query, values) {
        client.query(toQueryConfig(query, values)).catch(noteRefusal)
      },
    }
    const result = await work(tx)
    const committed = client.query('commit')
    committed.catch(noteRefusal)
    await opened
    // With pipelining a COMMIT of a failed transaction resolves too; its command tag tells.
    if ((await committed).command !== 'COMMIT') throw new RolledBack()
    return result
  } catch (error) {
    failure = isAftermath(error) && firstRefusal ? firstRefusal : (error as Error)
    await client.query('rollback').catch(noteLater)
    throw failure
  } finally {
    client.off('error', noteLater)
    client.release(failure !== undefined && isConnectionFailure(failure))
  }
}

class RolledBack extends Error {
  override readonly name = 'RolledBack'
  override readonly message = 'The transaction was rolled back by the database'
}

/** Whether a failure only says that something before it failed (in_failed_sql_transaction). */
function isAftermath(error: unknown): boolean {
  return error instanceof RolledBack || (error as { code?: string } | null)?.code === '25P02'
}

/**
 * Repeats whole transactions while they meet a lock that somebody else holds for long (`lockTimeoutMs`), with pauses in
 * which they keep no connection from others.
 */
export async function repeatWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + lockPatienceMs; ;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockedElsewhere(error) || performance.now() > until) throw error
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

/** Binds a transaction that began for a recipient to the one holder whose appointment it is about, once that is known. */
export async function bindHolder(tx: Tx, platformHolderId: string): Promise<void> {
  await tx.rows(setHolder, [platformHolderId])
}

/** Binds a worker's transaction to the holders of rows that it found first, with what it does next. */
export function bindHolders(tx: Tx, platformHolderIds: readonly string[]): void {
  tx.atCommit(setHolders, [platformHolderIds.join(',')])
}

const setHolders = statement('bind_holders', `select set_config('app.holders', $1, true)`)
const setHolder = statement('bind_holder', `select set_config('app.holder', $1, true)`)

/** Runs one statement outside a transaction of ours. */
export async function runOnce<Row>(
  pool: pg.Pool,
  query: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await pool.query<Row & pg.QueryResultRow>(toQueryConfig(query, values))).rows
}

/** True when the database could not be reached, was too busy or gave up: the caller may try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isConnectionFailure(error)) return true
  return unavailableStates.has((error as { code?: string }).code ?? '')
}

/** The constraint a database error names, for mapping to a refusal. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code?.startsWith('23') ? constraint : undefined
}

// 53xxx: out of disk, memory or connections; 57014: statement timeout; 57P0x: shutting down or starting; 40xxx: deadlock or serialization; 25P03: idle transaction ended.
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
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable|client was closed/i

function isConnectionFailure(error: Error): boolean {
  const code = (error as { code?: string }).code ?? ''
  return (
    connectionCodes.has(code) ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    connectionMessages.test(error.message)
  )
}

function opening({ holder, recipient = null, commitWithoutWaiting }: TransactionOptions): string {
  const holders = typeof holder === 'string' ? bind('holder', [holder]) : bind('holders', holder ?? [])
  return `begin${holders}${bind('recipient', recipient === null ? [] : [recipient])}${commitWithoutWaiting ? '; set local synchronous_commit = off' : ''}`
}

function bind(what: 'holder' | 'holders' | 'recipient', ids: readonly string[]): string {
  if (ids.length === 0) return ''
  if (ids.some((id) => !isId(id) || id === platformId))
    throw new Error(`A transaction can only be bound to the id of a ${what === 'recipient' ? what : 'holder'}`)
  return `; set local app.${what} = '${ids.join(',')}'`
}

function toQueryConfig(query: Statement<unknown>, values: readonly unknown[]): pg.QueryConfig {
  const timeout = query.timeoutMs === undefined ? {} : { query_timeout: query.timeoutMs + 500 }
  return { name: query.name, text: query.text, values: values.map(toParameter), ...timeout }
}

function toParameter(value: unknown): unknown {
  if (value instanceof Temporal.Instant) return value.toString()
  if (Array.isArray(value)) return value.map(toParameter)
  return value
}

/** What fails here is told elsewhere: by the statement under way, or by the commit. */
function noteLater(): void {}
