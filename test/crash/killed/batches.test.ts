import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eventually, signIn } from '../../harness.ts'
import { fromBrowser } from '../../operation-cases.ts'
import { assertOnceEach, registeredAt, startWorld } from '../world.ts'

test('a worker that is killed amid a batch leaves nothing half done: every appointment is cancelled and told once', async (t) => {
  const world = await startWorld(t)
  const count = 150
  const numbers = await world.handIn(count)
  const { product, holder, owner } = world
  // It also mails the code of the sign-in.
  const early = await world.startWorker()
  const desk = { product, holder, cookie: await signIn(product, holder.staffEmail) }
  const now = Temporal.Instant.from(registeredAt)
  const filter = { from: now.toString(), to: now.add({ hours: 72 }).toString() }
  const preview = await fromBrowser(desk, 'POST', '/batches/preview', { action: 'cancel', reason: 'ill', filter })
  assert.equal(preview.body.data.appointments, count)
  const body = { clientRequestId: randomUUID(), previewToken: preview.body.data.previewToken }
  const id: string = (await fromBrowser(desk, 'POST', '/batches', body)).body.data.id
  const applied = async () =>
    Number(
      (await owner.query(`select count(*) from batch_item where batch_id = $1 and state = 'applied'`, [id])).rows[0]
        .count,
    )

  // Before its time is over a worker applies nothing, and one that dies then changes nothing.
  await world.jump({ seconds: 119 })
  await early.kill()
  assert.equal(await applied(), 0)
  await world.jump({ seconds: 2 })
  const worker = await world.startWorker()
  await eventually(async () => (await applied()) > 10)
  await worker.kill()
  t.diagnostic(`${await applied()} of ${count} were applied when it was killed`)

  await world.startWorkerHere()
  await eventually(async () => (await applied()) === count)
  // What the dead one held is free once its lease is over.
  await world.jump({ seconds: 61 })
  const isTold = async () => {
    const { body } = await fromBrowser(desk, 'GET', `/batches/${id}`)
    const { told, mustCall, onTheWay } = body.data.progress
    return told + mustCall === count && onTheWay === 0
  }
  await eventually(async () => (await isTold()) || (await world.jump({ seconds: 61 }), false))
  assertOnceEach(await world.taken(), numbers)
})
