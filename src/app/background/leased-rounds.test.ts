import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import { newId } from '#/kernel/ids.ts'
import { createLog } from '#/kernel/log.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { eventually } from '../../../test/harness.ts'
import { rowsOf } from '../../../test/operator-world.ts'
import { testDatabase } from '../../../test/postgres.ts'
import { startLeasedRounds } from './leased-rounds.ts'

describe('rounds under a lease', () => {
  let pool: pg.Pool
  before(async () => {
    const { url } = await testDatabase()
    pool = openPool({ databaseUrl: url, role: 'tijdig_operator', size: 4, onIdleError: () => undefined })
  })
  after(() => pool.end())

  /** A process whose rounds go on until it stops. It tries for the lease, and renews it, a hundred times a second. */
  function startProcess(name: string) {
    const ownerId = newId()
    const seen = { begun: 0, ended: 0, refused: 0 }
    const rounds = startLeasedRounds({
      pool,
      lease: { name, ownerId, forMs: 600_000 },
      renewMs: 10,
      pauseMs: 10,
      async round(stopping) {
        seen.begun += 1
        if (!stopping.aborted) await new Promise((resolve) => stopping.addEventListener('abort', resolve))
        seen.ended += 1
        return false
      },
      onLeasedElsewhere: () => void (seen.refused += 1),
      log: createLog('silent'),
    })
    return { ownerId, seen, stop: () => rounds.stop() }
  }

  type LeaseRow = { readonly ownerId: string; readonly takenUntil: Temporal.Instant }

  async function leaseOf(name: string): Promise<LeaseRow | undefined> {
    const [row] = await rowsOf<LeaseRow>(pool, 'select owner_id, taken_until from lease where name = $1', [name])
    return row
  }

  test('a round that goes on keeps its lease, however long, and nobody else begins one until it is given up', async () => {
    const first = startProcess('long')
    await eventually(async () => first.seen.begun === 1)
    const second = startProcess('long')
    try {
      const begun = await leaseOf('long')
      const isRenewed = async () => {
        const lease = await leaseOf('long')
        return begun && lease && Temporal.Instant.compare(lease.takenUntil, begun.takenUntil) > 0 && lease
      }
      const renewed = await eventually(isRenewed)
      const refused = second.seen.refused
      await eventually(async () => second.seen.refused > refused)
      assert.equal(renewed.ownerId, first.ownerId)
      assert.deepEqual([first.seen.ended, second.seen.begun], [0, 0])
      await first.stop()
      await eventually(async () => second.seen.begun === 1)
      assert.equal((await leaseOf('long'))?.ownerId, second.ownerId)
    } finally {
      await Promise.all([first.stop(), second.stop()])
    }
    assert.equal(await leaseOf('long'), undefined)
  })

  test('a round is told to end when another process has the lease after all', async () => {
    const process = startProcess('lost')
    try {
      await eventually(async () => process.seen.begun === 1)
      await rowsOf(pool, `update lease set owner_id = gen_random_uuid() where name = 'lost'`)
      await eventually(async () => process.seen.refused > 0)
      assert.deepEqual([process.seen.begun, process.seen.ended], [1, 1])
    } finally {
      await process.stop()
    }
  })
})
