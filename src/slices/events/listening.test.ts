import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction, type HolderTx } from '#/kernel/postgres/db.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { readPlanning } from '#/slices/reminders/reminders.ts'
import { eventually } from '../../../test/harness.ts'
import { ctxOf, intake, openPolicyWorld, type PolicyWorld } from '../../../test/policy-world.ts'
import { openStream } from './events.ts'

describe('Who begins to listen', () => {
  let world: PolicyWorld
  before(async () => {
    world = await openPolicyWorld()
  })
  after(() => world.close())

  const listen = (holder: string) => inTransaction(world.pool, { holder }, openStream)
  const hasListeners = async (tx: HolderTx) => {
    const nobody = { id: '00000000-0000-8000-a000-000000000000', key: { sms: null, email: null } }
    return (await readPlanning(tx, tx.platformHolderId, nobody, { id: null })).hasListeners
  }
  const isWaiting = (count: number) =>
    eventually(async () => {
      const { rows } = await world.owner.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.waiting === count
    })
  /** The ids of appointments, and of those that were told. */
  const idsOf = async (holder: string, text: string) =>
    (await world.owner.query<{ id: string }>(text, [holder])).rows.map(({ id }) => id)
  const stored = (holder: string) => idsOf(holder, 'select id from appointment where platform_holder_id = $1')
  const told = (holder: string) => idsOf(holder, 'select subject_id as id from event where platform_holder_id = $1')

  test('waits for a change that read that nobody does, and a change that comes meanwhile reads that somebody does', async () => {
    const holder = await world.createHolder()
    const hasRead = Promise.withResolvers<boolean>()
    const mayCommit = Promise.withResolvers<void>()
    const earlier = inTransaction(world.pool, { holder }, async (tx) => {
      hasRead.resolve(await hasListeners(tx))
      await mayCommit.promise
    })
    try {
      assert.equal(await hasRead.promise, false)
      const listening = listen(holder)
      await isWaiting(1)
      const later = inTransaction(world.pool, { holder }, hasListeners)
      await isWaiting(2)
      mayCommit.resolve()
      await listening
      assert.equal(await later, true)
    } finally {
      mayCommit.resolve()
      await earlier
    }
  })

  test('finds what was untold among the appointments, and is told of all others', async () => {
    const counts = { told: 0, untold: 0 }
    for (let round = 0; round < 12; round += 1) {
      const holder = await world.createHolder()
      const some = async () => {
        for (let count = 0; count < 8; count += 1) await world.register(holder)
      }
      const writers = Promise.all([some(), some(), some(), some(), some()])
      // Each round a little later.
      for (let before = 0; before < round; before += 1) await world.register(holder)
      await listen(holder)
      const found = new Set(await stored(holder))
      await writers
      const heard = new Set(await told(holder))
      const all = await stored(holder)
      assert.deepEqual(
        all.filter((id) => !found.has(id) && !heard.has(id)),
        [],
      )
      counts.told += heard.size
      counts.untold += all.length - heard.size
    }
    assert.ok(counts.told > 0 && counts.untold > 0, JSON.stringify(counts))
  })

  test('is who pays: an intake sends nothing about events before', async () => {
    const holder = await world.createHolder()
    const sentBy = (external: string, days: number) =>
      inTransaction(world.pool, { holder }, async (tx) => {
        const sent: string[] = []
        const noting: HolderTx = {
          ...tx,
          send(query, values) {
            sent.push(query.name)
            tx.send(query, values)
          },
        }
        await submitHolderAppointmentIntake.handle(ctxOf(holder, noting), intake({ external, days }))
        return sent
      })
    const written = ['insert_holder_recipient', 'insert_appointment', 'insert_reminders']
    assert.deepEqual(await sentBy('first', 20), written)
    assert.ok(!(await sentBy('first', 21)).includes('insert_events'))
    await listen(holder)
    assert.deepEqual((await sentBy('second', 20)).toSorted(), [...written, 'insert_events'].toSorted())
    assert.ok((await sentBy('second', 21)).includes('insert_events'))
  })
})
