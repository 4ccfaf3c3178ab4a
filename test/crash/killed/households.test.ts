import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { callApi, eventually } from '../../harness.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import {
  holdDecisions,
  intakeOf,
  isEachLookedUp,
  pastLease,
  phoneOf,
  startWorld,
  untilWaiting,
  untilWithJumps,
  waiting,
  withoutReceipts,
  type World,
} from '../world.ts'

const pastLookUp = { seconds: 61 }

/** Two to six people with one telephone, whose visits begin some minutes apart. */
type Household = { readonly phone: string; readonly members: readonly Member[] }
type Member = { readonly visit: string; readonly time: string }

/** As `world.handIn`, joined in households: the first visit of each is due at `dueAt`, the others before half an hour is over. */
async function handInHouseholds({ holder }: World, count: number): Promise<Household[]> {
  const { body } = await holder.call('GET', '/reminder-policy')
  const policy = { expectedVersion: body.data.version, groupSameTelephone: true, sendChangeNotice: false }
  assert.equal((await holder.call('PATCH', '/reminder-policy', policy)).status, 200)
  const households = Array.from({ length: count }, (_, household) => ({
    phone: phoneOf(household),
    members: Array.from({ length: 2 + (household % 5) }, (_, member) => ({
      visit: `A-${household * 10 + member}`,
      time: `11:${String(member * 5).padStart(2, '0')}`,
    })),
  }))
  const queue = households.entries()
  const lane = async () => {
    for (const [household, { phone, members }] of queue)
      for (const [member, { visit, time }] of members.entries()) {
        const answer = await handIn(holder, visit, phone, household * 10 + member, time)
        assert.equal(answer.status, 201, JSON.stringify(answer.body))
      }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return households
}

function handIn(holder: World['holder'], visit: string, phone: string, index: number, time: string, day = '13') {
  return holder.call('POST', '/appointments/intake', {
    ...intakeOf(index, { phoneNumberE164: phone }),
    externalAppointmentId: visit,
    startsAt: `2027-01-${day}T${time}:00+01:00`,
    endsAt: `2027-01-${day}T${time}:30+01:00`,
  })
}

/** Fails unless each household got one message, with the times of all its members. */
async function assertToldOnce(world: World, households: readonly Household[]): Promise<void> {
  // The answer to a STOP names no time.
  const reminders = (await world.taken()).filter(({ text }) => timesIn(text).length > 0)
  const told = Map.groupBy(reminders, ({ to }) => to)
  assert.deepEqual([...told.keys()].toSorted(), households.map(({ phone }) => phone).toSorted())
  for (const { phone, members } of households)
    assert.deepEqual(
      told.get(phone)?.map(({ text }) => timesIn(text)),
      [members.map(({ time }) => time)],
      phone,
    )
}

const timesIn = (text: string): readonly string[] => text.match(/\b11:\d\d/g) ?? []

const rowsOf = (households: readonly Household[]) => households.flatMap(({ members }) => members).length

describe(
  'of households, a worker that is killed splits none and leaves nobody without a word',
  { concurrency: 2 },
  () => {
    test('with rows claimed and nothing recorded: the other worker writes to each once', async (t) => {
      const world = await startWorld(t)
      const households = await handInHouseholds(world, 20)
      const [worker, other] = await Promise.all([world.startWorker(), world.startWorker()])
      const release = await holdDecisions(world)
      await world.becomeDue()
      await world.untilStates({ claimed: 20, planned: rowsOf(households) - 20 })
      await worker.kill()
      await release()
      await world.jump(pastLease)
      await world.untilStates({ delivered: rowsOf(households) })
      await other.kill()
      await assertToldOnce(world, households)
    })

    test('while messages are at the provider and households wait their turn, of whom one member is cancelled, one moved, and one number stopped', async (t) => {
      const world = await startWorld(t)
      const households = await handInHouseholds(world, 60)
      const worker = await world.startWorker(withoutReceipts)
      await world.setFault('timeout')
      await world.becomeDue()
      await eventually(async () => (await world.taken()).length === 50)
      const atProvider = new Set((await world.taken()).map(({ to }) => to))
      const [cancelling, moving, stopping] = households.filter(
        ({ phone, members }) => members.length > 2 && !atProvider.has(phone),
      )
      assert.ok(cancelling && moving && stopping)
      const { holder, product } = world
      const cancelled = { sourceSystem: 'crash-test', externalAppointmentId: cancelling.members[0]?.visit }
      assert.equal((await holder.call('POST', '/appointments/intake/cancellation', cancelled)).status, 200)
      const moved = households.indexOf(moving) * 10
      assert.equal((await handIn(holder, `A-${moved}`, moving.phone, moved, '11:00', '15')).status, 200)
      const { body } = await holder.call('GET', '/reminder-policy')
      const stop = { from: stopping.phone, to: body.data.smsSender.value, text: 'STOP' }
      assert.equal((await callApi(`${product.sandboxUrl}/sms/reply`, 'POST', stop)).status, 200)
      await worker.kill()
      await world.setFault('none')

      await world.startWorkerHere(withoutReceipts)
      await world.jump(pastLease)
      await eventually(async () => (await world.states())['handed_over'] === undefined)
      // Where the first was cancelled or moved, the next one is due some minutes later.
      await world.jump({ minutes: 5 })
      const stopped = stopping.members.length
      const sent = rowsOf(households) - stopped - 2
      // One whose rows were held for some seconds goes five minutes later.
      const isSettled = async () => {
        const { suppressed = 0, ...others } = await world.states()
        // Where its plan is made anew, the number also has a short notice that does not go.
        return suppressed >= stopped && isDeepStrictEqual(others, { sent, cancelled: 2, planned: 1 })
      }
      await untilWithJumps(world, isSettled, { minutes: 6 })
      const withoutFirst = [cancelling, moving].map(({ phone, members }) => ({ phone, members: members.slice(1) }))
      const whole = households.filter((household) => ![cancelling, moving, stopping].includes(household))
      await assertToldOnce(world, [...whole, ...withoutFirst])
    })

    test('after the provider took a message on and before that is recorded: its rows are found, and not told again', async (t) => {
      const world = await startWorld(t)
      const households = await handInHouseholds(world, 10)
      const wire = await startTcpProxy(t, world.product.settings.ports.sandbox)
      wire.holdAnswers()
      const twilioUrl = { TIJDIG_TWILIO_URL: `http://127.0.0.1:${wire.port}/twilio` }
      const worker = await world.startWorker({ ...withoutReceipts, ...twilioUrl })
      await world.becomeDue()
      await eventually(async () => (await world.taken()).length === 10)
      const rows = rowsOf(households)
      await world.untilStates({ handed_over: rows })
      const release = await holdDecisions(world)
      await wire.pass()
      await untilWaiting(world, 'update reminder r set state = s.state')
      await worker.kill()
      await world.owner.query(`select pg_terminate_backend(pid) ${waiting}`)
      await release()

      await world.startWorkerHere(withoutReceipts)
      await world.jump(pastLease)
      await world.untilStates({ unknown: rows })
      await world.jump(pastLookUp)
      await world.untilStates({ sent: rows })
      await assertToldOnce(world, households)
    })

    test('two workers at any moment, again and again: what may have left is looked up, what did not goes as one', async (t) => {
      const world = await startWorld(t)
      const households = await handInHouseholds(world, 200)
      await world.becomeDue()
      for (const fault of ['blackhole', 'slow', 'timeout', 'none', 'slow']) {
        await world.setFault(fault)
        const { sent = 0 } = await world.states()
        const workers = await Promise.all([1, 2].map(() => world.startWorker(withoutReceipts)))
        await eventually(async () => {
          const states = await world.states()
          const isUnderWay = (states['handed_over'] ?? 0) > 0 || (states['sent'] ?? 0) > sent
          return isUnderWay || !(states['planned'] || states['claimed'])
        })
        await sleep(Math.random() * 500)
        await Promise.all(workers.map((worker) => worker.kill()))
        await world.jump(pastLease)
      }
      await world.setFault('none')
      await world.startWorkerHere(withoutReceipts)
      await world.startWorkerHere(withoutReceipts)
      // What the provider lacks at two looks goes again.
      for (const minutes of [2, 10, 60]) {
        await world.jump({ minutes })
        await eventually(() => isEachLookedUp(world))
      }
      await world.untilStates({ sent: rowsOf(households) })
      const { rows } = await world.owner.query(
        `select count(distinct message_reference)::int as count from reminder_attempt where state = 'failed'`,
      )
      t.diagnostic(`${rows[0].count} of ${households.length} messages went again`)
      assert.ok(rows[0].count > 0)
      await assertToldOnce(world, households)
    })
  },
)
