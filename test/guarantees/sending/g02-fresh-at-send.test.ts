import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { activateHolder, suspendHolder } from '#/app/operator/holders/holder.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import { person, startWorld, step, submit, type World } from '../world.ts'

/**
 * Each change is written straight into the database, without replanning, as if committed between claim and hand-over:
 * only the check just before the hand-over can catch it.
 */
describe('G2 fresh at send', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  type Late = {
    readonly what: string
    readonly change: (appointmentId: string, phone: string, holderId: string) => Promise<unknown>
    readonly end: string
  }
  const ofAppointment = (set: string) => (id: string) => world.sql(`update appointment set ${set} where id = $1`, [id])
  const late: readonly Late[] = [
    {
      what: 'cancelled',
      change: ofAppointment(`status = 'cancelled', cancelled_at = tijdig_now()`),
      end: 'P1D sms cancelled appointment_cancelled',
    },
    {
      what: 'moved',
      change: ofAppointment(`schedule_revision = schedule_revision + 1, starts_at = starts_at + interval '1 day',
        ends_at = ends_at + interval '1 day'`),
      end: 'P1D sms cancelled rescheduled',
    },
    {
      what: 'confirmed',
      change: ofAppointment(
        `confirmed_revision = schedule_revision, confirmed_at = tijdig_now(), confirmed_via = 'app'`,
      ),
      end: 'P1D sms skipped confirmed',
    },
    {
      what: 'left without a contact',
      change: ofAppointment(`recipient_phone = null, recipient_phone_key = null`),
      end: 'P1D sms skipped no_contact',
    },
    {
      what: 'opted out with one holder',
      change: (_, phone, holderId) =>
        world.sql(
          `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) values ($1, 'sms', $2, true, 'staff')`,
          [holderId, contactKey(world.services.keys, 'sms', phone)],
        ),
      end: 'P1D sms suppressed recipient_opted_out',
    },
    {
      what: 'opted out with all holders',
      change: (_, phone) =>
        world.sql(
          `insert into suppression_everywhere (channel, contact_key, is_active, source) values ('sms', $1, true, 'sms_reply')`,
          [contactKey(world.services.keys, 'sms', phone)],
        ),
      end: 'P1D sms suppressed recipient_opted_out',
    },
    {
      what: 'suspended with its holder',
      change: (_, __, holderId) =>
        world.sql(`update platform_holder set status = 'suspended' where platform_holder_id = $1`, [holderId]),
      end: 'P1D sms suppressed tenant_inactive',
    },
    {
      what: 'of a holder that was deleted',
      change: (_, __, holderId) =>
        world.sql(`update platform_holder set status = 'deleted' where platform_holder_id = $1`, [holderId]),
      end: 'P1D sms suppressed tenant_inactive',
    },
  ]

  for (const { what, change, end } of late) {
    test(`G2 an appointment that is ${what} after planning gets no message and says why`, async () => {
      const holder = await world.createHolder()
      await world.editPolicy(holder, { steps: [step('P1D', 'sms', 'none', 'confirm_prompt')] })
      const now = await world.nextDay()
      const { phone } = person()
      const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone })
      await change(appointmentId, phone, holder.id)
      await world.run('PT2H')
      const rows = await world.sql<{ words: string }>(
        `select concat_ws(' ', offset_key, channel, state, reason_code) as words from reminder where appointment_id = $1`,
        [appointmentId],
      )
      assert.deepEqual(rows, [{ words: end }])
      assert.deepEqual(await world.smsTo(phone), [])
    })
  }

  test('G2 a message is written from what is true when it goes: name of the holder, place and contact', async () => {
    const holder = await world.createHolder({ displayName: 'Oude Naam' })
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')] })
    const now = await world.nextDay()
    const [before, later] = [person(), person()]
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 25 }), phone: before.phone })
    await world.sql(`update platform_holder set display_name = 'Nieuwe Naam' where platform_holder_id = $1`, [
      holder.id,
    ])
    await world.sql(
      `update appointment set recipient_phone = $2, recipient_phone_key = $3, location_label = 'Balie 7' where id = $1`,
      [appointmentId, later.phone, contactKey(world.services.keys, 'sms', later.phone)],
    )
    await world.run('PT2H')
    const [message, ...others] = await world.smsTo(later.phone)
    assert.deepEqual(others, [])
    assert.match(message?.text ?? '', /Nieuwe Naam.*Balie 7/)
    assert.deepEqual(await world.smsTo(before.phone), [])
  })

  test('G16 what a source cancels while its holder is suspended is cancelled, and nobody is reminded of it afterwards', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const now = await world.nextDay()
    const visit = { id: 'gone', phone: person().phone, startsAt: now.add({ hours: 26 }) }
    const { appointmentId } = await world.intake(holder, visit)
    await suspendHolder(world.operator, holder.id)
    assert.equal((await world.cancelBySource(holder, 'gone')).cancelledReminders, 1)
    const refused = await submit(holder, visit)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'TENANT_INACTIVE'])
    await activateHolder(world.operator, holder.id)
    assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms cancelled appointment_cancelled'])
    await world.run('P1D')
    assert.deepEqual(await world.smsTo(visit.phone), [])
  })

  test('G16 a holder that is not active gets its rows suppressed in sight, and when active again only later ones go', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P2D', 'sms'), step('P1D', 'sms')] })
    const now = await world.nextDay()
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { startsAt: now.add({ hours: 49 }), phone })
    await suspendHolder(world.operator, holder.id)
    await world.run('PT2H')
    assert.equal((await activateHolder(world.operator, holder.id)).plannedAgain, 0)
    await world.settled(holder, appointmentId, ['P2D sms suppressed tenant_inactive', 'P1D sms planned'])
    await world.run('P1D')
    await world.settled(holder, appointmentId, ['P2D sms suppressed tenant_inactive', 'P1D sms delivered'])
    assert.equal((await world.smsTo(phone)).length, 1)
  })
})
