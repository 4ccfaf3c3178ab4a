import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, submit, type World } from '../world.ts'

describe('G1 at most once', () => {
  let world: World
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
  })
  after(() => world.stop())

  test('G1 two workers on 1,000 reminders due at once give 1,000 messages with 1,000 references', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const startsAt = (await world.clock.now()).add({ hours: 48 })
    const phones = Array.from({ length: 1_000 }, () => person().phone)
    await registerAll(holder, phones, startsAt)
    await world.clock.set(startsAt.subtract({ hours: 24 }).toString())

    const workers = await Promise.all([world.startAnotherWorker(), world.startAnotherWorker()])
    try {
      await eventually(async () => {
        const [left] = await world.sql<{ count: number }>(
          `select count(*) from reminder where state in ('planned', 'claimed', 'handed_over')`,
        )
        return left?.count === 0
      }, 60_000)
      assert.equal((await world.sql('select 1 from worker_heartbeat')).length, 2)
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }

    const messages = await world.allSms()
    assert.equal(new Set(messages.map((message) => message.reference)).size, 1_000)
    assert.deepEqual(messages.map((message) => message.to).toSorted(), phones.toSorted())
    assert.equal(await messagesBeyond(1_000), 0)
    const attempts = await world.sql(`select 1 from reminder_attempt where attempt_no > 1`)
    assert.equal(attempts.length, 0)
  })

  test('G1 the database refuses a second row for one appointment, revision, offset and kind', async () => {
    const holder = await world.createHolder()
    const visit = { startsAt: (await world.clock.now()).add({ hours: 72 }), ...person() }
    const { appointmentId } = await world.intake(holder, visit)
    await assert.rejects(
      world.sql(
        `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel, due_at, latest_at, state, run_at, tzdb_version)
         select platform_holder_id, gen_random_uuid(), appointment_id, schedule_revision, kind, offset_key, channel, due_at, latest_at, state, run_at, tzdb_version
         from reminder where appointment_id = $1 and offset_key = 'P1D'`,
        [appointmentId],
      ),
      { constraint: 'reminder_once' },
    )
  })

  test('G1 the same appointment sent twenty times at once is planned once', async () => {
    const holder = await world.createHolder()
    const visit = { id: 'twenty', startsAt: (await world.clock.now()).add({ hours: 60 }), ...person() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(holder, visit)))
    assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
    assert.equal(answers.filter((answer) => answer.status === 200).length, 19)
    const ids = new Set(answers.map((answer) => answer.body.data.appointmentId))
    assert.equal(ids.size, 1)
    const [id] = ids
    assert.deepEqual(await world.plan(holder, id), ['P3D sms skipped due_in_past', 'P1D sms planned'])
  })

  async function registerAll(holder: TestHolder, phones: readonly string[], startsAt: Temporal.Instant) {
    const queue = phones.values()
    const lane = async () => {
      for (const phone of queue) await world.intake(holder, { startsAt, phone })
    }
    await Promise.all(Array.from({ length: 12 }, lane))
  }

  /** How many messages the twin lists after its first `count`: the inbox route shows at most 1,000. */
  async function messagesBeyond(count: number): Promise<number> {
    const { accountSid, authToken } = smsVendors.twilio.twinAccount
    const response = await fetch(
      `${world.sandboxUrl}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json?PageSize=${count}&Page=1`,
      { headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` } },
    )
    const { messages } = (await response.json()) as { messages: unknown[] }
    return messages.length
  }
})
