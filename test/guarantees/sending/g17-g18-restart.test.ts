import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { promptStep, seedAppointments } from '../../../bench/seeding/seed.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

/** Writes to the database what a killed worker would leave behind. */
describe('G17 and G18 after a worker died', () => {
  let world: World
  before(async () => {
    world = await startWorld({ roles: ['api', 'sandbox'] })
  })
  after(() => world.stop())

  async function planned(holder: TestHolder, offset = 'P1D', startsAt?: Temporal.Instant) {
    await world.editPolicy(holder, { steps: [step(offset, 'sms')], quietHours: null })
    const now = await world.clock.now()
    const { phone } = person()
    const { appointmentId } = await world.intake(holder, { startsAt: startsAt ?? now.add({ hours: 25 }), phone })
    return { phone, appointmentId }
  }
  /** The row after a worker committed `state` and died; its lease has expired. */
  async function diedAt(state: 'claimed' | 'handed_over', appointmentId: string, text: string) {
    await world.sql(
      `update reminder set state = $2, claim_no = claim_no + 1, run_at = tijdig_now() - interval '1 second', lease_until = tijdig_now() - interval '1 second',
         attempts = case $2 when 'claimed' then 0 else 1 end, handed_over_at = case $2 when 'claimed' then null else tijdig_now() end
       where appointment_id = $1`,
      [appointmentId, state],
    )
    if (state === 'handed_over')
      await world.sql(
        `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination,
           destination_key, sender, body, handed_over_at, updated_at)
         select r.platform_holder_id, r.id, 1, gen_random_uuid(), 'sms', 'handed_over', 'twilio', a.recipient_phone, a.recipient_phone_key,
           '+3197010250000', $2, tijdig_now(), tijdig_now()
         from reminder r join appointment a on a.id = r.appointment_id where r.appointment_id = $1`,
        [appointmentId, text],
      )
  }
  const withEngine = async (work: () => Promise<void>, engine: Parameters<World['startEngine']>[0] = {}) => {
    const running = world.startEngine({ hearsReceipts: false, ...engine })
    try {
      await work()
    } finally {
      await running.stop()
    }
  }

  test('G17 a claim whose lease ran out before the hand-over is planned again and sent once', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await world.clock.set(now.add({ hours: 1 }).toString())
    await diedAt('claimed', appointmentId, '')
    await withEngine(() => world.settled(holder, appointmentId, ['P1D sms sent']))
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G17 a lease that still runs is left alone', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await world.clock.set(now.add({ hours: 1 }).toString())
    await diedAt('claimed', appointmentId, '')
    await world.sql(
      `update reminder set lease_until = tijdig_now() + interval '50 seconds' where appointment_id = $1`,
      [appointmentId],
    )
    const bystander = await planned(await world.createHolder())
    await world.clock.set(now.add({ hours: 1, seconds: 20 }).toString())
    await world.sql(`update reminder set run_at = tijdig_now() where appointment_id = $1`, [bystander.appointmentId])
    await withEngine(async () => {
      await eventually(async () => (await world.smsTo(bystander.phone)).length === 1)
    })
    assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms claimed'])
    assert.deepEqual(await world.smsTo(phone), [])
  })

  test('G17 a hand-over whose worker died is unknown, and goes once when the provider twice did not have it', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await world.clock.set(now.add({ hours: 1 }).toString())
    await diedAt('handed_over', appointmentId, 'never left')
    await withEngine(async () => {
      await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
      // Being absent once proves nothing.
      await world.clock.advance('PT3M')
      await world.settled(holder, appointmentId, ['P1D sms unknown outcome_unknown'])
      await world.clock.advance('PT12M')
      await world.settled(holder, appointmentId, ['P1D sms sent'])
    })
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G17 a hand-over whose worker died after the provider took it is found and not repeated', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await world.clock.set(now.add({ hours: 1 }).toString())
    const { accountSid, authToken } = smsVendors.twilio.twinAccount
    const text = 'Herinnering die al weg was'
    const sent = await fetch(`${world.sandboxUrl}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams({ To: phone, From: '+3197010250000', Body: text }),
    })
    await sent.arrayBuffer()
    await diedAt('handed_over', appointmentId, text)
    await withEngine(async () => {
      await world.clock.advance('PT5M')
      await world.settled(holder, appointmentId, ['P1D sms delivered'])
    })
    assert.equal((await world.smsTo(phone)).length, 1)
  })

  test('G17 a hand-over to a provider that is not in use any more is not looked up at another one, and never goes again', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await world.clock.set(now.add({ hours: 1 }).toString())
    await diedAt('handed_over', appointmentId, 'taken by another provider')
    await world.sql(`update reminder_attempt set provider = 'cm' where platform_holder_id = $1`, [holder.id])
    await withEngine(async () => {
      await world.clock.advance('PT15M')
      await world.clock.advance('PT1H')
    })
    assert.deepEqual(await world.plan(holder, appointmentId), ['P1D sms unknown outcome_unknown'])
    assert.deepEqual(await world.smsTo(phone), [])
  })

  test('G5 G19 what is left of an appointment that has begun ends, also when its plan is an old one', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await world.clock.set(now.add({ hours: 26 }).toString())
    await world.editPolicy(holder, { steps: [step('PT3H', 'sms')] })
    await withEngine(() => world.settled(holder, appointmentId, ['P1D sms expired too_late']))
    assert.deepEqual(await world.smsTo(phone), [])
  })

  test('G1 G17 a hand-over that the database refuses to record says why and keeps no other from going', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const [refused, other] = [await planned(holder), await planned(holder)]
    const owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
    await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
      create trigger refuse before insert on reminder_attempt for each row when (new.destination = '${refused.phone}') execute function refuse()`)
    try {
      await world.clock.set(now.add({ hours: 1 }).toString())
      await withEngine(async () => {
        await eventually(async () => (await world.smsTo(other.phone)).length === 1)
        await eventually(async () =>
          world.logLines.some((line) => line.includes('cannot be prepared') && line.includes('P0001')),
        )
      })
    } finally {
      await owner.query('drop function refuse cascade')
      await owner.end()
    }
    assert.deepEqual(await world.plan(holder, refused.appointmentId), ['P1D sms planned'])
    await withEngine(async () => {
      await world.clock.advance('PT6M')
      await world.settled(holder, refused.appointmentId, ['P1D sms sent'])
    })
  })

  test('G17 a claim whose lease ran out after the last useful instant expires', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    const { phone, appointmentId } = await planned(holder)
    await diedAt('claimed', appointmentId, '')
    await world.clock.set(now.add({ hours: 6 }).toString())
    await withEngine(() => world.settled(holder, appointmentId, ['P1D sms expired too_late']))
    assert.deepEqual(await world.smsTo(phone), [])
  })

  test('G18 after downtime what starts nearest, and has least time left, goes first', async () => {
    const now = await world.nextDay()
    const make = async (offset: string, startsAt: Temporal.Instant) =>
      (await planned(await world.createHolder(), offset, startsAt)).phone
    const day = { hours: 24 }
    const inOrder = [
      // Due long ago and of use for hours; due just now and of use for minutes.
      await make('P1D', now.add(day).add({ minutes: 5 })),
      await make('P3D', now.add({ hours: 72, minutes: 30 })),
      await make('PT2H', now.add({ hours: 3 })),
    ]
    await world.clock.set(now.add({ hours: 1, minutes: 5 }).toString())
    await withEngine(
      async () => {
        await world.clock.advance('PT1S')
      },
      { smsAtOnce: 1 },
    )
    const arrivals = (await world.allSms()).toReversed().map((message) => message.to)
    const [early, far, near] = inOrder
    assert.deepEqual(
      arrivals.filter((to) => inOrder.includes(to)),
      [near, early, far],
    )
  })

  test('G18 in good time reminders go in the order in which they are due', async () => {
    const now = await world.nextDay()
    const phones = []
    for (const minutes of [3, 1, 2]) {
      const { phone } = await planned(await world.createHolder(), 'P1D', now.add({ hours: 25, minutes }))
      phones.push({ minutes, phone })
    }
    await withEngine(async () => world.clock.advance('PT2H'), { smsAtOnce: 1 })
    const wanted = phones.toSorted((one, other) => one.minutes - other.minutes).map(({ phone }) => phone)
    const arrivals = (await world.allSms()).toReversed().map((message) => message.to)
    assert.deepEqual(
      arrivals.filter((to) => wanted.includes(to)),
      wanted,
    )
  })

  test('G17 a worker that is told to stop sees to what it has begun, and gives the rest back at once', async () => {
    const holder = await world.createHolder()
    const now = await world.nextDay()
    // More than can be handed over at once.
    const seed = { holderId: holder.id, series: 900, count: 160, firstStartsAt: now.add({ hours: 25 }), spanSeconds: 1 }
    await seedAppointments(world.databaseUrl, { ...seed, steps: [promptStep] })
    // Some are accepted and not answered, so that hand-overs last.
    await world.fault({ provider: 'twilio', mode: 'timeout', count: 20 })
    await world.clock.set(now.add({ hours: 1, minutes: 1 }).toString())
    const states = async () => {
      const rows = await world.sql<{ state: string; count: number }>(
        'select state, count(*) from reminder where platform_holder_id = $1 group by 1 order by 1',
        [holder.id],
      )
      return Object.fromEntries(rows.map((row) => [row.state, row.count]))
    }
    const engine = world.startEngine({ callTimeoutMs: 2_500, hearsReceipts: false })
    await eventually(async () => (await states())['handed_over'] !== undefined)
    await engine.stop()
    const { planned: givenBack = 0, sent = 0, unknown = 0, ...others } = await states()
    assert.deepEqual([givenBack + sent + unknown, others], [160, {}])
    assert.ok(givenBack > 0)
    await world.fault({ provider: 'twilio', mode: 'none' })
  })
})
