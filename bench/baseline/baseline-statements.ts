import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type { Captured } from '../product/captured-statements.ts'

/** A pool as the product opens it, for one of its roles. */
export function openBaselinePool(databaseUrl: string, role: 'tijdig_api' | 'tijdig_login'): Pool {
  return new Pool({
    connectionString: databaseUrl,
    max: 10,
    pipeline: true,
    options: `-c role=${role} -c timezone=UTC -c statement_timeout=4000 -c idle_in_transaction_session_timeout=30s`,
  })
}

/** The product's statements by name, to be sent with values. */
export function preparing(statements: readonly Captured[]): (name: string, values: unknown[]) => QueryConfig {
  const texts = new Map(statements.map(({ name, text }) => [name, text]))
  return (name, values) => {
    const text = texts.get(name)
    if (text === undefined) throw new Error(`The product no longer sends ${name}: bring the baseline up to date`)
    return { name, text, values }
  }
}

export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Checks the command tag of the commit: with pipelining, that of a failed transaction resolves too. */
export async function committed(queries: readonly Promise<QueryResult>[]): Promise<void> {
  if ((await Promise.all(queries)).at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back')
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export function newRequestId(): string {
  return `req_${randomUUIDv7().replaceAll('-', '')}`
}
