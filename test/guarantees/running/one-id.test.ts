import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { person, startWorld, step } from '../world.ts'

test('G26 a reminder is followed from its intake to its receipt by the id of its appointment, and no line names the person', async (t) => {
  const world = await startWorld()
  t.after(() => world.stop())
  const holder = await world.createHolder()
  await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
  const visit = { ...person(), startsAt: (await world.clock.now()).add({ hours: 25 }) }
  const { appointmentId } = await world.intake(holder, visit)
  await world.run('PT2H')
  const lines = await eventually(async () => {
    const found = world.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['appointmentId'] === appointmentId)
    return found.some((line) => line['state'] === 'delivered') && found
  })
  const [intake, handedOver, ...receipts] = lines
  assert.deepEqual(
    [intake?.['msg'], intake?.['operation'], intake?.['status'], intake?.['platformHolderId']],
    ['answered', 'submitHolderAppointmentIntake', 201, holder.id],
  )
  const { time: _, ms, lateMs, reminderId, ...said } = handedOver ?? {}
  assert.deepEqual(said, {
    level: 'info',
    platformHolderId: holder.id,
    appointmentId,
    attemptNo: 1,
    channel: 'sms',
    provider: 'twilio',
    result: 'accepted',
    msg: 'handed over',
  })
  assert.ok(Number(ms) >= 0 && Number(lateMs) >= 0)
  assert.ok(receipts.length >= 1)
  for (const line of receipts) assert.deepEqual([line['msg'], line['reminderId']], ['receipt', reminderId])
  const log = world.logLines.join('\n')
  for (const word of [visit.name, visit.phone, visit.phone.slice(1), visit.email]) assert.ok(!log.includes(word), word)
})
