import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Pool } from 'pg'
import { Type } from 'typebox'
import { inTransaction, openPool, runOnce, statement } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { openPolicyWorld, type PolicyWorld } from '../../../test/policy-world.ts'
import { event, holdersToNumber, mostNumbered, numberEvents } from './events.ts'

const happened = event({
  type: 'test.happened',
  schemaVersion: 1,
  subject: 'holder',
  summary: 'For these tests.',
  data: strictObject({ writer: Type.Integer() }),
  example: { writer: 1 },
})

const selectTold = statement<{ sequence: number }>(
  'select_told_in_test',
  'select sequence from event where platform_holder_id = $1 and sequence > $2 order by sequence limit 5000',
)

describe('The numbers of events', () => {
  let world: PolicyWorld
  let workers: Pool
  before(async () => {
    world = await openPolicyWorld()
    const onIdleError = (error: Error) => assert.fail(error)
    workers = openPool({ databaseUrl: world.url, role: 'tijdig_worker', size: 4, isKeyedOnly: true, onIdleError })
  })
  after(async () => {
    await workers.end()
    await world.close()
  })

  const emitOf = (holder: string, writer: number, count: number) =>
    inTransaction(world.pool, { holder }, async (tx) =>
      happened.emit(
        tx,
        Array.from({ length: count }, () => ({
          platformHolderId: holder,
          subjectId: null,
          subjectVersion: null,
          data: { writer },
        })),
      ),
    )
  const number = (holder: string) => inTransaction(workers, { holder }, numberEvents)
  const listen = (holder: string) =>
    world.owner.query('insert into event_stream (platform_holder_id) values ($1)', [holder])

  test('have no gaps and none appears behind a reader, with parallel writers and two that number', async () => {
    const holder = await world.createHolder()
    await listen(holder)
    const each = 150
    const writers = [1, 2, 3, 4]
    const progress = { isWritten: false }
    const told: number[] = []
    const numberAll = async () => {
      for (;;) {
        const isLast = progress.isWritten
        if ((await number(holder)).length === 0 && isLast) return
      }
    }
    const readAll = async () => {
      for (;;) {
        const isLast = progress.isWritten && !(await holdersToNumber(workers)).includes(holder)
        const rows = await inTransaction(world.pool, { holder }, (tx) =>
          tx.rows(selectTold, [holder, told.at(-1) ?? 0]),
        )
        told.push(...rows.map(({ sequence }) => sequence))
        if (isLast && rows.length === 0) return
      }
    }
    const write = async (writer: number) => {
      for (let count = 0; count < each; count += 1) await emitOf(holder, writer, 1 + (count % 3))
    }
    const others = Promise.all([numberAll(), numberAll(), readAll()])
    await Promise.all(writers.map(write)).finally(() => {
      progress.isWritten = true
    })
    await others
    assert.deepEqual(
      told,
      Array.from({ length: writers.length * each * 2 }, (_, index) => index + 1),
    )
  })

  test('follow a transaction that began first and was committed last', async () => {
    const holder = await world.createHolder()
    await listen(holder)
    const isWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const slow = inTransaction(world.pool, { holder }, async (tx) => {
      happened.emit(tx, [{ platformHolderId: holder, subjectId: null, subjectVersion: null, data: { writer: 1 } }])
      await tx.rows(selectTold, [holder, 0])
      isWritten.resolve()
      await mayCommit.promise
    })
    await isWritten.promise
    await emitOf(holder, 2, 1)
    const first = await number(holder)
    mayCommit.resolve()
    await slow
    const second = await number(holder)
    const inShort = [...first, ...second].map(({ sequence, data }) => [sequence, data['writer']])
    assert.deepEqual(inShort, [
      [1, 2],
      [2, 1],
    ])
  })

  test('are given to a thousand at once, and holders that wait for them are told apart', async () => {
    const [many, few, silent] = [await world.createHolder(), await world.createHolder(), await world.createHolder()]
    await listen(many)
    await listen(few)
    for (let left = 2_500; left > 0; left -= 500) await emitOf(many, 1, 500)
    await emitOf(few, 1, 1)
    await emitOf(silent, 1, 1)
    assert.deepEqual(await holdersToNumber(workers), [many, few].toSorted())
    assert.deepEqual((await number(few)).length, 1)
    const counts: number[] = []
    do counts.push((await number(many)).length)
    while (counts.at(-1) === mostNumbered)
    assert.deepEqual(counts, [1_000, 1_000, 500])
    assert.deepEqual(await holdersToNumber(workers), [])
  })

  test('are nowhere where nobody listens, nor for a change that was rolled back', async () => {
    const [silent, listening] = [await world.createHolder(), await world.createHolder()]
    await listen(listening)
    await emitOf(silent, 1, 3)
    const undone = inTransaction(world.pool, { holder: listening }, async (tx) => {
      happened.emit(tx, [{ platformHolderId: listening, subjectId: null, subjectVersion: null, data: { writer: 1 } }])
      await tx.rows(selectTold, [listening, 0])
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    const written = await world.owner.query('select 1 from event where platform_holder_id = any($1)', [
      [silent, listening],
    ])
    assert.equal(written.rowCount, 0)
  })

  test('of one holder are none of another’s, also where a worker asks whose events wait', async () => {
    const [one, other] = [await world.createHolder(), await world.createHolder()]
    await listen(one)
    await listen(other)
    await emitOf(one, 1, 2)
    await number(one)
    const seen = statement<{ id: string }>('select_all_events_in_test', 'select id from event order by id limit 100')
    assert.deepEqual(await runOnce(workers, seen), [])
    assert.deepEqual(await inTransaction(workers, { holder: other }, (tx) => tx.rows(seen)), [])
  })
})
