import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { createHolders } from '../../../bench/seeding/holder.ts'
import { promptStep, seedAppointments } from '../../../bench/seeding/seed.ts'
import { eventually } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

/** Rows of many holders are processed together; none may show in, or hold up, what is of another. */
describe('G10 reminders of several holders in one share', () => {
  let world: World
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
  })
  after(() => world.stop())

  /** One reminder at each of so many holders, all due in an hour. */
  async function planned(count: number, name: string, firstPhone = person().phone) {
    const now = await world.nextDay()
    const visits = []
    for (let number = 1; number <= count; number += 1) {
      const displayName = `${name} ${number}`
      const holder = await world.createHolder({ displayName })
      const locations = [{ id: 'main', name: `Zaal ${number}`, personCount: 1, roomCount: 1 }]
      await holder.call('PATCH', '', { schedulingSetup: { locations } })
      await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
      const phone = number === 1 ? firstPhone : person().phone
      const { appointmentId } = await world.intake(holder, {
        startsAt: now.add({ hours: 25 }),
        phone,
        locationId: 'main',
      })
      visits.push({ holder, displayName, phone, appointmentId })
    }
    await world.clock.set(now.add({ hours: 1 }).toString())
    return visits
  }
  const withEngine = async (work: () => Promise<void>) => {
    const engine = world.startEngine({ hearsReceipts: false })
    try {
      await work()
    } finally {
      await engine.stop()
    }
  }

  test('G10 they are recorded together, and each speaks for its own holder', async () => {
    const visits = await planned(12, 'Praktijk')
    await withEngine(async () => {
      for (const { holder, appointmentId } of visits) await world.settled(holder, appointmentId, ['P1D sms sent'])
    })
    for (const [index, { displayName, phone }] of visits.entries()) {
      const [message, ...others] = await world.smsTo(phone)
      assert.deepEqual(others, [])
      assert.match(message?.text ?? '', new RegExp(`\\b${displayName}\\b`))
      assert.match(message?.text ?? '', new RegExp(`\\bZaal ${index + 1}\\b`))
    }
    const [recorded] = await world.sql<{ shares: number; counted: number }>(
      `select count(distinct handed_over_at - (extract(microseconds from handed_over_at)::int % 1000) * interval '1 microsecond')::int as shares,
         (select count(*)::int from reminder_volume where handed_over = 1) as counted
       from reminder_attempt where state = 'sent'`,
    )
    assert.equal(recorded?.counted, 12, 'the volume of each holder is counted by itself')
    assert.ok((recorded?.shares ?? 12) <= 3, `12 reminders were recorded in ${recorded?.shares} transactions`)
  })

  test('G22 a reminder of one holder that cannot be recorded keeps none of another', async () => {
    const [refused, ...others] = await planned(4, 'Kliniek')
    assert.ok(refused)
    const owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
    // Its claim cannot be put off either, as while somebody else keeps the row locked: then it stands until its lease is over.
    await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
      create trigger refuse before insert on reminder_attempt for each row when (new.destination = '${refused.phone}') execute function refuse();
      create trigger keep before update on reminder for each row when (old.state = 'claimed' and new.appointment_id = '${refused.appointmentId}') execute function refuse()`)
    try {
      await withEngine(async () => {
        for (const { holder, appointmentId } of others) await world.settled(holder, appointmentId, ['P1D sms sent'])
        await eventually(async () => world.logLines.some((line) => line.includes('cannot be prepared')))
      })
    } finally {
      await owner.query('drop function refuse cascade')
      await owner.end()
    }
    assert.deepEqual(await world.plan(refused.holder, refused.appointmentId), ['P1D sms claimed'])
    assert.deepEqual(await world.smsTo(refused.phone), [])
  })

  test('G9 G19 an opt-out told by the provider, and a plan that is outdated, concern their own holder only', async () => {
    // The twin refuses this number with 21610.
    const [optedOut, outdated, other] = await planned(3, 'Salon', '+31612340003')
    assert.ok(optedOut && outdated && other)
    await world.sql(`update appointment set plan_stamp = 'of another time' where id = $1`, [outdated.appointmentId])
    await withEngine(async () => {
      await world.settled(other.holder, other.appointmentId, ['P1D sms sent'])
      await world.settled(outdated.holder, outdated.appointmentId, ['P1D sms sent'])
    })
    await world.settled(optedOut.holder, optedOut.appointmentId, ['P1D sms suppressed recipient_opted_out'])
    const suppressed = await world.sql(`select platform_holder_id from suppression where source = 'provider'`)
    assert.deepEqual(suppressed, [{ platformHolderId: optedOut.holder.id }])
    const [stamp] = await world.sql<{ planStamp: string }>('select plan_stamp from appointment where id = $1', [
      outdated.appointmentId,
    ])
    assert.notEqual(stamp?.planStamp, 'of another time')
  })

  test('G10 a share of which only halves could be recorded makes none larger than itself', async () => {
    const [holder] = await createHolders(world.databaseUrl, 1)
    assert.ok(holder)
    const count = 300
    const firstStartsAt = (await world.nextDay()).add({ hours: 23 })
    const seed = { holderId: holder.id, series: 1, count, firstStartsAt, spanSeconds: 1, steps: [promptStep] }
    await seedAppointments(world.databaseUrl, seed)
    const owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
    // More than 50 rows at once cannot be recorded. What a sequence was set to stays when the transaction is undone.
    await owner.query(`create sequence largest_share;
      create function refuse_many() returns trigger language plpgsql security definer as $$ begin
        perform setval('largest_share', greatest((select last_value from largest_share), (select count(*) from added)));
        if (select count(*) from added) > 50 then raise 'too many'; end if;
        return null;
      end $$;
      create trigger refuse_many after insert on reminder_attempt referencing new table as added for each statement execute function refuse_many()`)
    const engine = world.startEngine({ smsAtOnce: count, hearsReceipts: false })
    try {
      // A few numbers are of those that the twin refuses.
      const waiting = `select 1 from reminder where platform_holder_id = $1 and state in ('planned', 'claimed', 'handed_over') limit 1`
      await eventually(async () => (await world.sql(waiting, [holder.id])).length === 0)
      const { rows } = await owner.query<{ share: number }>('select last_value::int as share from largest_share')
      assert.deepEqual(rows, [{ share: 100 }])
    } finally {
      await engine.stop()
      await owner.query('drop function refuse_many cascade; drop sequence largest_share')
      await owner.end()
    }
  })
})
