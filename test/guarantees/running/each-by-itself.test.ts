import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { eraseOldSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { releaseBreaker } from '#/app/operator/holders/breaker.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { eventually } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('one of many things that fails stops none of the others', () => {
  let world: World
  let owner: Client
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'], env: { TIJDIG_VOLUME_BREAKER_FLOOR: '1' } })
    owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await world.stop()
  })

  /** Has a table refuse changes of this kind until the end of the test. */
  async function refuse(t: TestContext, table: string, change: string, when: string): Promise<void> {
    await owner.query(`create or replace function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception 'refused for the test'; end $$`)
    await owner.query(
      `create trigger refuse_change before ${change} on ${table} for each row when (${when}) execute function refuse_change()`,
    )
    t.after(() => owner.query(`drop trigger refuse_change on ${table}`))
  }

  test('of a worker: neither a follow-up nor a receipt keeps another receipt waiting', async (t) => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const made = []
    for (const days of [1, 5, 5]) {
      const startsAt = now.add({ hours: 24 * days + 1 })
      made.push((await world.intake(holder, { startsAt, phone: person().phone })).appointmentId)
    }
    const [old = '', cursed = '', other = ''] = made
    const engine = world.startEngine({ hearsReceipts: false })
    t.after(() => engine.stop())
    await world.clock.advance('PT1H')
    await world.settled(holder, old, ['P1D sms sent'])
    // It has no receipt for three days, and of the two that come later one is refused.
    await refuse(t, 'reminder', 'update', `old.appointment_id = '${old}'`)
    await world.clock.set(now.add({ hours: 97 }).toString())
    await world.settled(holder, cursed, ['P1D sms sent'])
    await world.settled(holder, other, ['P1D sms sent'])
    const failures = () => world.logLines.filter((line) => line.includes('worker round failed')).join()
    await refuse(
      t,
      'delivery_receipt',
      'update',
      `new.applied_at is not null and new.provider_message_id = 'SM-cursed'`,
    )
    for (const [id, appointment] of [
      ['SM-cursed', cursed],
      ['SM-other', other],
    ] as const) {
      const reference = crypto.randomUUID()
      assert.equal(await world.receipt({ reference: reference.replaceAll('-', ''), id }, 'delivered'), 200)
      await world.sql(
        `update reminder_attempt a set message_reference = $2 from reminder r where r.id = a.reminder_id and r.appointment_id = $1`,
        [appointment, reference],
      )
    }
    await world.settled(holder, other, ['P1D sms delivered'])
    await eventually(async () => failures().includes('late receipts') && failures().includes('follow-up'), 20_000)
    assert.deepEqual(await world.plan(holder, cursed), ['P1D sms sent'])
  })

  test('of an operator: one holder whose reminders cannot be released keeps no other’s', async (t) => {
    const startsAt = (await world.nextDay()).add({ hours: 49 })
    const holders = [await world.createHolder(), await world.createHolder(), await world.createHolder()]
    const held: string[] = []
    for (const holder of holders) {
      const { appointmentId } = await world.intake(holder, { startsAt, phone: person().phone })
      held.push(appointmentId)
      await world.sql(
        `update reminder set state = 'held', reason_code = 'volume_review', run_at = null, held_at = tijdig_now() where appointment_id = $1 and state = 'planned'`,
        [appointmentId],
      )
    }
    await refuse(t, 'reminder', 'update', `old.appointment_id = '${held[1]}'`)
    await assert.rejects(releaseBreaker(world.operator, null), /refused for the test/)
    const states = await Promise.all(
      held.map(
        async (id) =>
          (await world.sql(`select 1 from reminder where appointment_id = $1 and state = 'held'`, [id])).length > 0,
      ),
    )
    assert.deepEqual(states, [false, true, false])
  })

  test('of maintenance: one link that cannot end keeps its own profile, and no other’s link, nor any session', async (t) => {
    const ids: string[] = []
    for (const phoneNumberE164 of ['+31629990101', '+31629990102']) {
      await world.createRecipient({ phoneNumberE164 })
      const { rows } = await world.login.query<{ id: string }>(
        `update login.profile set created_at = now() - interval '30 months', last_signed_in_at = null where phone_number_e164 = $1 returning id`,
        [phoneNumberE164],
      )
      ids.push(rows[0]!.id)
    }
    await refuse(t, 'recipient_profile_link', 'delete', `old.profile_id = '${ids[0]}'`)
    const pools = { login: world.login, operator: world.operator }
    await assert.rejects(eraseOldSignIns(pools, Temporal.Now.instant()), /refused for the test/)
    const left = async (table: string, key: string, pool = world.operator) =>
      (await pool.query(`select ${key} as id from ${table} where ${key} = any($1) order by 1`, [ids])).rows.map(
        ({ id }) => id,
      )
    assert.deepEqual(await left('recipient_profile_link', 'profile_id'), [ids[0]])
    assert.deepEqual(await left('login.profile', 'id', world.login), ids.toSorted())
  })
})
