import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eventually, signIn } from '../../harness.ts'
import { fromBrowser } from '../../operation-cases.ts'
import { assertOnceEach, pastLease, phoneOf, registeredAt, startWorld, untilWithJumps } from '../world.ts'

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
  await world.jump(pastLease)
  const isTold = async () => {
    const { body } = await fromBrowser(desk, 'GET', `/batches/${id}`)
    const { told, mustCall, onTheWay } = body.data.progress
    return told + mustCall === count && onTheWay === 0
  }
  await untilWithJumps(world, isTold)
  assertOnceEach(await world.taken(), numbers)
})

test('two workers, one of which is killed amid a batch of 50, send one message to a household of three', async (t) => {
  const world = await startWorld(t)
  const household = new Set([5, 25, 45])
  const numberOf = (index: number) => phoneOf(household.has(index) ? 5 : index)
  const { product, holder, owner } = world
  await owner.query('update reminder_policy set group_same_telephone = true')
  await world.handIn(50, (index) => ({ phoneNumberE164: numberOf(index) }))
  const here = await world.startWorkerHere()
  const other = await world.startWorker()
  const desk = { product, holder, cookie: await signIn(product, holder.staffEmail) }
  const now = Temporal.Instant.from(registeredAt)
  const filter = { from: now.toString(), to: now.add({ hours: 72 }).toString() }
  const preview = await fromBrowser(desk, 'POST', '/batches/preview', { action: 'cancel', reason: 'ill', filter })
  const { appointments, telephones, channels } = preview.body.data
  assert.deepEqual([appointments, telephones, channels.sms], [50, 48, 50])
  const body = { clientRequestId: randomUUID(), previewToken: preview.body.data.previewToken }
  const id: string = (await fromBrowser(desk, 'POST', '/batches', body)).body.data.id
  await world.jump({ seconds: 121 })
  const count = async (what: string) => Number((await owner.query(`select count(*) from ${what}`, [id])).rows[0].count)
  await eventually(async () => (await count(`batch_item where batch_id = $1 and state = 'applied'`)) > 10)
  await other.kill()
  await eventually(async () => (await count(`batch_item where batch_id = $1 and state = 'applied'`)) === 50)
  await world.jump(pastLease)
  const left = `reminder where offset_key = 'batch:' || $1::uuid and state in ('planned', 'claimed', 'handed_over', 'sent')`
  await untilWithJumps(world, async () => (await count(left)) === 0)
  const numbers = Array.from({ length: 50 }, (_, index) => numberOf(index))
  assertOnceEach(await world.taken(), [...new Set(numbers)])
  await here.stop()
})
