import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listMustCall } from '#/slices/batches/batches.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { releaseBreaker } from '#/app/operator/holders/breaker.ts'
import { eventually } from '../../harness.ts'
import { startWorld, step, type World } from '../world.ts'
import { openDesk, textsTo } from './batch-world.ts'

describe('Who is told by a batch', () => {
  let world: World
  before(async () => {
    world = await startWorld({ env: { TIJDIG_VOLUME_BREAKER_FLOOR: '20' } })
  })
  after(() => world.stop())

  const held = async (holder: { readonly id: string }, kind: string) => {
    const rows = await world.sql<{ kind: string }>(
      `select kind from reminder where platform_holder_id = $1 and reason_code = 'volume_review' and kind ${kind}`,
      [holder.id],
    )
    return rows.length
  }

  test('B4 a batch sends exactly as many messages as were confirmed, and neither trips nor feeds the breaker of the hour', async () => {
    const desk = await openDesk(world, { steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    // A peak of six in an hour yesterday lets thirty go.
    await world.sql(
      `insert into reminder_volume (platform_holder_id, hour, handed_over)
       values ($1, date_trunc('hour', tijdig_now()) - interval '20 hours', 6)`,
      [desk.holder.id],
    )
    const visits = await desk.register(60, now.add({ hours: 50 }))
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.sql('update reminder_allowance set allowed = allowed - 1 where batch_id = $1', [id])
    const reminded = await desk.register(30, now.add({ hours: 24, minutes: 2 }))
    await world.clock.advance('PT121S')
    await eventually(async () => (await desk.read(id)).progress.told === 59)
    await world.run('PT40M')
    assert.equal(await held(desk.holder, `= 'cancellation'`), 1, 'the one that was not confirmed')
    assert.equal(await held(desk.holder, `= 'reminder'`), 0)
    for (const visit of reminded) assert.equal((await textsTo(world, visit)).length, 1)
    const volumes = await world.sql<{ sent: number }>(
      `select coalesce(sum(handed_over), 0)::int as sent from reminder_volume where platform_holder_id = $1 and hour >= $2`,
      [desk.holder.id, now.toString()],
    )
    assert.equal(volumes[0]?.sent, 30, 'its messages are no peak of an hour')
    const [last] = await desk.items(id, 'must_call')
    assert.equal(last?.reasonCode, 'volume_review')
    await releaseBreaker(world.operator, desk.holder.id)
    await eventually(async () => (await desk.read(id)).progress.told === 60)
  })

  test('B6 every item ends in a named outcome and the sums are those of the preview, whatever the provider does', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(12, now.add({ hours: 30 }))
    const [refused, silent] = visits
    assert.ok(refused && silent)
    await world.fault({ provider: 'twilio', mode: 'refuse', to: refused.phone })
    await world.fault({ provider: 'twilio', mode: 'blackhole', to: silent.phone, count: 1 })
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.clock.set((await world.clock.now()).add({ seconds: 121 }).toString())
    await eventually(async () => {
      const { progress } = await desk.read(id)
      return progress.told === 10 && progress.mustCall === 1 && progress.onTheWay === 1
    })
    await world.clock.set((await world.clock.now()).add({ minutes: 11 }).toString())
    const { progress, appointments } = await desk.becomes(id, 'done')
    assert.equal(progress.told + progress.mustCall + progress.skipped, appointments)
    assert.deepEqual([progress.skipped, progress.told >= 10], [0, true])
    const listed = await inTransaction(world.operator, { holder: desk.holder.id }, (tx) =>
      listMustCall(tx, { from: now, to: now.add({ hours: 48 }) }),
    )
    assert.deepEqual(
      listed.slice(0, 1).map(({ appointmentId, batchId, action }) => [appointmentId, batchId, action]),
      [[refused.appointmentId, id, 'cancel']],
    )
    // Whose fate was unknown is told after all, once the provider has twice said that it knows of no message.
    await eventually(async () => {
      await world.clock.advance('PT3M')
      return (await desk.read(id)).progress.told === 11
    })
    assert.equal((await textsTo(world, silent)).length, 1)
    assert.deepEqual(
      (await desk.items(id, 'must_call')).map(({ appointmentId }) => appointmentId),
      [refused.appointmentId],
    )
  })

  test('B3 two workers apply a batch and send its messages: every person gets one', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(70, now.add({ hours: 30 }))
    const second = await world.startAnotherWorker()
    try {
      const id = await desk.begin({ action: 'cancel' }, visits)
      await world.clock.advance('PT121S')
      const { progress } = await desk.becomes(id, 'done')
      assert.deepEqual([progress.told, progress.applied], [70, 70])
    } finally {
      await second.stop()
    }
    for (const visit of visits) assert.equal((await textsTo(world, visit)).length, 1)
    const rows = await world.sql(`select from audit_event where platform_holder_id = $1 and action = 'batchApplied'`, [
      desk.holder.id,
    ])
    assert.equal(rows.length, 70)
  })

  test('stopping races with the worker: each appointment is cancelled and to be called or told, or left alone', async () => {
    const desk = await openDesk(world)
    const now = await world.nextDay()
    const visits = await desk.register(60, now.add({ hours: 30 }))
    const id = await desk.begin({ action: 'cancel' }, visits)
    await world.sql(`update batch set runs_at = tijdig_now() where id = $1`, [id])
    await eventually(async () => (await desk.read(id)).progress.applied > 0)
    const answer = await desk.stop(id)
    assert.ok(answer.status === 200 || answer.status === 409, JSON.stringify(answer.body))
    await world.run('PT1M')
    const items = await desk.items(id)
    assert.equal(items.length, 60)
    for (const visit of visits) {
      const item = items.find(({ appointmentId }) => appointmentId === visit.appointmentId)
      const status = await desk.statusOf(visit)
      assert.equal(item?.outcome === 'skipped' ? 'registered' : 'cancelled', status, JSON.stringify(item))
      assert.equal((await textsTo(world, visit)).length, item?.outcome === 'told' ? 1 : 0)
    }
  })
})
