import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { eventually } from '../../harness.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { assertOnceEach, phoneOf, startWorld, withoutReceipts, type World } from '../world.ts'

describe('when the provider is gone', { concurrency: 3 }, () => {
  test('for some minutes: the reminders wait in a visible state, and go out once when it is back', async (t) => {
    const { world, wire } = await startOutage(t)
    const numbers = await world.handIn(20)
    await world.becomeDue()
    await untilTried(world, 1)
    assert.deepEqual(await world.states(), { planned: 20 })
    await world.product.clock.advance('PT3M')
    await untilTried(world, 3)
    assert.deepEqual(await world.states(), { planned: 20 })
    assert.deepEqual(await shownToStaff(world), {
      state: 'planned',
      reasonCode: null,
      attempts: ['failed', 'failed', 'failed'],
    })

    await wire.pass()
    await world.product.clock.advance('PT12M')
    await world.untilStates({ delivered: 20 })
    assertOnceEach(await world.taken(), numbers)
  })

  test('for good: five tries, then e-mail where there is an address, else tries to the end and a failure that says why', async (t) => {
    const { world, wire } = await startOutage(t)
    const reachable = 5
    const contact = (index: number) => ({
      phoneNumberE164: phoneOf(index),
      ...(index < reachable && { email: `persoon-${index}@example.com` }),
    })
    await world.handIn(20, contact)
    await world.becomeDue()
    await world.product.clock.advance('PT2H')
    await world.untilStates({ planned: 20 - reachable, sent: reachable })
    await world.product.clock.advance('PT2H')
    await world.untilStates({ failed: 20 - reachable, sent: reachable })
    const { rows } = await world.owner.query(
      `select r.state, r.reason_code, r.channel, least(r.attempts, 7)::int as attempts, count(*)::int as count from reminder r
       where r.state <> 'skipped' group by 1, 2, 3, 4 order by 1`,
    )
    assert.deepEqual(rows, [
      { state: 'failed', reasonCode: 'provider_unreachable', channel: 'sms', attempts: 7, count: 20 - reachable },
      { state: 'sent', reasonCode: null, channel: 'email', attempts: 6, count: reachable },
    ])

    await wire.pass()
    await world.product.clock.advance('PT2H')
    await world.untilStates({ failed: 20 - reachable, sent: reachable })
    assert.deepEqual(await world.taken(), [])
    const { items } = await mails(world)
    assert.deepEqual(
      items.map((mail) => mail.to).sort(),
      Array.from({ length: reachable }, (_, i) => `persoon-${i}@example.com`),
    )
  })

  test('and never answers: what goes another way is not held up, and nothing is sent twice', async (t) => {
    const { world } = await startOutage(t, withoutReceipts, 'pass')
    await world.setFault('timeout')
    // Nearly three rounds of look-ups, but one of hand-overs: each further round would take another call timeout.
    const byPhone = 45
    await world.handIn(byPhone)
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length > 0)
    // Past the lease and the first look-up: the worker now asks about each, and the provider does not answer.
    await world.untilStates({ unknown: byPhone })
    await world.jump({ minutes: 3 })
    const urgent = await handInUrgent(world)
    await eventually(async () => (await mails(world)).items.some((mail) => mail.to === urgent))

    await world.setFault('none')
    await world.product.clock.advance('PT2H')
    await world.untilStates({ sent: byPhone + 1 })
    assertOnceEach(
      await world.taken(),
      Array.from({ length: byPhone }, (_, index) => phoneOf(index)),
    )
  })
})

/** A worker whose text message provider can be cut off. */
async function startOutage(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
  begins: 'cut' | 'pass' = 'cut',
): Promise<{ world: World; wire: TcpProxy }> {
  const world = await startWorld(t)
  const wire = await startTcpProxy(t, world.product.settings.ports.sandbox)
  await wire[begins]()
  await world.startWorkerHere({ ...env, TIJDIG_TWILIO_URL: `http://127.0.0.1:${wire.port}/twilio` })
  return { world, wire }
}

/** Waits until every reminder is planned again after so many tries. */
async function untilTried({ owner }: World, tries: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await owner.query(
      `select from reminder where state <> 'skipped' and not (state = 'planned' and attempts = $1)`,
      [tries],
    )
    return rows.length === 0
  })
}

async function shownToStaff({ holder }: World): Promise<object> {
  const list = await holder.call('GET', '/appointments?pageSize=1')
  const { body } = await holder.call('GET', `/appointments/${list.body.data.items[0].id}/reminders`)
  const shown = body.data.items.find((item: { state: string }) => item.state !== 'skipped')
  return {
    state: shown.state,
    reasonCode: shown.reasonCode,
    attempts: shown.attempts.map((attempt: { state: string }) => attempt.state),
  }
}

/** An appointment whose reminder goes by e-mail and is due in a minute. */
async function handInUrgent({ holder, product }: World): Promise<string> {
  const email = 'dringend@example.com'
  const startsAt = (await product.clock.now()).add({ hours: 24, seconds: 2 })
  const answer = await holder.call('POST', '/appointments/intake', {
    sourceSystem: 'crash-test',
    externalAppointmentId: 'urgent',
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 20 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Persoon met haast', email },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return email
}

async function mails({ product }: World): Promise<{ items: { to: string }[] }> {
  return (await fetch(`${product.sandboxUrl}/inbox/email?limit=1000`)).json() as Promise<{ items: { to: string }[] }>
}
