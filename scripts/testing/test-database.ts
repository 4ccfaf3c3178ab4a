import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { startEmbeddedPostgres } from '#/embedded-postgres/embedded-postgres.ts'

// The server that test files run by hand share: started by the first, stopped some seconds after the last.

const idleMs = 5_000

const [dataDirectory = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDirectory })
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const client = new Client({ connectionString: server.url })
client.on('error', () => stopping.abort())
await client.connect()
let idleSince = performance.now()
while (!stopping.signal.aborted && performance.now() - idleSince < idleMs) {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`,
  )
  if (rows[0]?.used) idleSince = performance.now()
  await sleep(250)
}
await client.end()
await server.stop()
