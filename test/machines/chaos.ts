import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { faultModes } from '#/sandbox/faults.ts'
import { callApi, eventually, type Answer, type TestHolder } from '../harness.ts'
import { freePorts } from '../postgres.ts'
import { atEnd } from '../crash/at-end.ts'
import { startRoundRobin } from '../crash/killed/round-robin.ts'
import { startServe, type ServeProcess } from '../crash/processes.ts'
import { intakeOf, phoneOf, startWorld, type World } from '../crash/world.ts'
import { followSynchronously, startPrimary, startStandby, urlOf, type Server } from './servers.ts'

// `npm run chaos`: for ten minutes workers are killed and frozen, providers fail in every way the twins can, and
// half-way the database fails over, while two hundred holders hand in and cancel, and reminders go by both channels.
// Then everything is counted. Not part of any test run; TIJDIG_TEST_CHAOS_SECONDS changes its duration.

const lastsMs = Number(process.env['TIJDIG_TEST_CHAOS_SECONDS'] ?? '600') * 1_000
const holderCount = 200
type Handed = {
  readonly index: number
  readonly holder: TestHolder
  readonly id: string
  cancelledAt: Temporal.Instant | null
}

test('in ten minutes of chaos nothing is lost, nothing goes twice, and nothing after a cancellation', async (t) => {
  const primary = await startPrimary(t)
  const standby = await startStandby(t, primary, 'standby')
  await followSynchronously(primary, 'standby')
  const world = await startWorld(t, { url: urlOf(primary, standby), drop: async () => undefined })
  const holders: TestHolder[] = []
  while (holders.length < holderCount) holders.push(await world.product.createHolder())
  const ports = await freePorts(2)
  for (const port of ports)
    await startServe(t, { args: ['--roles', 'api'], env: await world.processEnv({ TIJDIG_PORT: String(port) }) })
  const { url } = await startRoundRobin(t, ports)
  const workers = await Promise.all(Array.from({ length: 3 }, () => world.startWorker()))
  const told = followMessages(world)
  const load = startLoad(world, url, holders)
  atEnd(t, async () => Promise.all([load.stop(), told.stop()]))

  const until = performance.now() + lastsMs
  const failoverAt = until - lastsMs / 2
  let hasFailedOver = false
  for (let round = 0; performance.now() < until; round += 1) {
    await world.setFault(faultModes[round % faultModes.length] ?? 'none', 'twilio')
    await world.setFault(faultModes[(round + 3) % 5] ?? 'none', 'smtp')
    await torment(world, workers, round)
    if (!hasFailedOver && performance.now() > failoverAt) {
      hasFailedOver = true
      await primary.kill()
      await standby.administer('select pg_promote()')
    }
    for (const provider of ['twilio', 'smtp'] as const) await world.setFault('none', provider)
    await sleep(2_000)
  }
  const handed = await load.stop()
  await world.jump({ minutes: 2 })
  await world.product.clock.advance('PT6H')
  await told.stop()

  t.diagnostic(`${handed.length} appointments, ${handed.filter(({ cancelledAt }) => cancelledAt).length} cancelled`)
  await count(standby, handed, told.taken(), (line) => t.diagnostic(line))
})

/** Kills a worker, or freezes it, at times for longer than its lease. */
async function torment(world: World, workers: ServeProcess[], round: number): Promise<void> {
  const place = round % workers.length
  const worker = workers[place]
  if (round % 2 === 0) {
    await worker?.kill()
    workers[place] = await world.startWorker()
  } else {
    worker?.signal('SIGSTOP')
    await sleep(round % 9 === 1 ? 65_000 : 5_000)
    worker?.signal('SIGCONT')
  }
}

/** Hands in appointments in two lanes, each until acknowledged, and cancels one in eight. */
function startLoad(world: World, url: string, holders: readonly TestHolder[]) {
  const handed: Handed[] = []
  const life = { isStopping: false }
  let next = 0
  const untilDone = async (holder: TestHolder, path: string, body: object): Promise<Answer> => {
    for (;;) {
      const answer = await callApi(`${url}/api/v1/platform-holders/${holder.id}${path}`, 'POST', body, {
        authorization: `Bearer ${holder.apiKey}`,
      }).catch(() => null)
      if (answer && answer.status < 500) return answer
      await sleep(200)
    }
  }
  const lane = async () => {
    while (!life.isStopping) {
      const index = next++
      const holder = holders[index % holders.length]
      assert.ok(holder)
      const startsAt = (await nowOf(world)).add({ hours: 24, seconds: 15 })
      const contact = index % 2 ? { phoneNumberE164: phoneOf(index) } : { email: `persoon-${index}@example.com` }
      const times = { startsAt: startsAt.toString(), endsAt: startsAt.add({ minutes: 20 }).toString() }
      const answer = await untilDone(holder, '/appointments/intake', { ...intakeOf(index, contact), ...times })
      assert.match(String(answer.status), /^20[01]$/, JSON.stringify(answer.body))
      const one: Handed = { index, holder, id: answer.body.data.appointmentId, cancelledAt: null }
      handed.push(one)
      if (index % 8 === 0 || index % 8 === 5) {
        await sleep(Math.random() * 20_000)
        const cancelled = await untilDone(holder, `/appointments/${one.id}/cancellation`, {
          clientRequestId: randomUUID(),
          expectedVersion: 1,
          reasonCode: 'provider',
        })
        assert.match(String(cancelled.status), /^(200|409)$/, JSON.stringify(cancelled.body))
        one.cancelledAt = await nowOf(world)
      }
    }
  }
  const lanes = Promise.all(Array.from({ length: 8 }, lane))
  return {
    async stop() {
      life.isStopping = true
      await lanes
      return handed
    },
  }
}

/** The product's clock, which is not available during a failover. */
async function nowOf(world: World): Promise<Temporal.Instant> {
  return eventually(() => world.product.clock.now().catch(() => null), 60_000)
}

/** Records who was told how often, by both channels. */
function followMessages(world: World) {
  const counts = new Map<string, Map<string, string>>()
  const life = { isStopping: false }
  const look = async (channel: 'sms' | 'email') => {
    const response = await fetch(`${world.product.sandboxUrl}/inbox/${channel}?limit=1000`)
    const { items } = (await response.json()) as { items: { id: string; to: string; text: string }[] }
    for (const { id, to, text } of items) {
      const of = counts.get(to) ?? new Map<string, string>()
      counts.set(to, of.set(id, text))
    }
  }
  const following = (async () => {
    while (!life.isStopping) {
      await Promise.all([look('sms'), look('email')])
      await sleep(1_000)
    }
    await Promise.all([look('sms'), look('email')])
  })()
  return {
    taken: () => counts,
    async stop() {
      life.isStopping = true
      await following
    },
  }
}

type Row = {
  readonly appointmentId: string
  readonly kind: string
  readonly state: string
  readonly reasonCode: string | null
  readonly handedOverAt: string | null
}

async function count(
  server: Server,
  handed: readonly Handed[],
  taken: ReadonlyMap<string, ReadonlyMap<string, string>>,
  say: (line: string) => void,
): Promise<void> {
  const rows = await server.administer<Row>(
    `select appointment_id, kind, state, reason_code, handed_over_at::text as handed_over_at from reminder`,
  )
  const byAppointment = Map.groupBy(rows, ({ appointmentId }) => appointmentId)
  const states = Map.groupBy(rows, ({ state }) => state)
  say([...states].map(([state, { length }]) => `${length} ${state}`).join(', '))
  const isTold = new Set(['sent', 'delivered'])
  const faults = handed.flatMap(({ index, id, cancelledAt }) => {
    const own = byAppointment.get(id) ?? []
    const messages = taken.get(index % 2 ? phoneOf(index) : `persoon-${index}@example.com`)?.size ?? 0
    const certain = own.filter(({ state }) => isTold.has(state)).length
    const possible = own.filter(({ handedOverAt }) => handedOverAt !== null).length
    const late = own.some(
      ({ kind, handedOverAt }) =>
        cancelledAt !== null &&
        kind !== 'cancellation' &&
        handedOverAt !== null &&
        Temporal.Instant.compare(handedOverAt, cancelledAt) > 0,
    )
    return [
      own.length === 0 && `A-${index} is lost`,
      own.some(({ state }) => ['planned', 'claimed', 'handed_over', 'held'].includes(state)) &&
        `A-${index} never ended`,
      own.some(({ state, reasonCode }) => !isTold.has(state) && reasonCode === null) && `A-${index} has no reason`,
      messages < certain && `A-${index} is believed told and was not`,
      messages > possible && `A-${index} was told ${messages} times, for ${possible}`,
      late && `A-${index} was reminded after it was cancelled`,
    ].filter((fault) => fault !== false)
  })
  assert.deepEqual(faults, [])
}
