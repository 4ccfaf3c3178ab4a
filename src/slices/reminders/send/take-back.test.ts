import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { turns } from '#/kernel/flow/turns.ts'
import { newId } from '#/kernel/ids.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { now, type Moment } from '#/kernel/time/elapsed.ts'
import { leaseSeconds } from '#/slices/reminders/send/claim/sending.ts'
import { untilRecorded } from './take-back.ts'

/** A pool whose server hangs up on everybody. */
async function startAway(t: TestContext) {
  const tries = { count: 0, third: Promise.withResolvers<void>() }
  const server = createServer((socket) => {
    socket.destroy()
    tries.count += 1
    if (tries.count === 3) tries.third.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: it listens on a port.
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgres://nobody@127.0.0.1:${port}/nothing`
  const pool = openPool({ databaseUrl, role: 'tijdig_worker', size: 1, onIdleError: () => undefined })
  t.after(async () => {
    await pool.end()
    server.close()
  })
  return { pool, tries }
}

function secondsAgo(seconds: number): Moment {
  const { monotonicMs, wallMs } = now()
  return { monotonicMs: monotonicMs - seconds * 1_000, wallMs: wallMs - seconds * 1_000 }
}

test(
  'while the database is away a worker holds on to what it alone knows beyond its lease, but not when it is to end',
  { timeout: 60_000 },
  async (t) => {
    const { pool, tries } = await startAway(t)
    const stopping = new AbortController()
    const share = {
      sending: { pool, connections: turns({ atOnce: 1 }) },
      claimedAt: secondsAgo(leaseSeconds + 1),
      stopping: stopping.signal,
    }
    const recorded = untilRecorded(share, [{ platformHolderId: newId() }], {}, async () => undefined)
    const rejected = assert.rejects(recorded, /terminated|ECONNRESET/)
    await tries.third.promise
    stopping.abort()
    await rejected
    assert.ok(tries.count <= 4)
  },
)
