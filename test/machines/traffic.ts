import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#/kernel/postgres/db.ts'
import { callApi, eventually } from '../harness.ts'
import { atEnd } from '../crash/at-end.ts'
import { endOf, type ServeProcess } from '../crash/processes.ts'
import { intakeOf, phoneOf, type World } from '../crash/world.ts'

/** Like an orchestrator without room for a spare process: the old one ends before the new one begins. */
export async function replace(old: ServeProcess, start: () => Promise<ServeProcess>): Promise<void> {
  old.signal('SIGTERM')
  const { code } = await endOf(old)
  assert.equal(code, 0, old.output())
  await start()
}

/** Pause of a lane after each appointment, so that no more is sent between two polls than the inbox lists. */
const pauseMs = 60

export type Load = {
  /** Of the intake. */
  readonly url: string
  readonly apiKey: string
  now(): Promise<Temporal.Instant>
  taken(): Promise<readonly unknown[]>
}

export function loadOf({ holder, product, taken }: World, origin: string): Load {
  const url = `${origin}/api/v1/platform-holders/${holder.id}/appointments/intake`
  return { url, apiKey: holder.apiKey, now: () => product.clock.now(), taken }
}

/** Hands in appointments in two lanes, each with a reminder that is due seconds later. */
export function startLoad(t: TestContext, { url, apiKey, now, taken }: Load) {
  const authorization = { authorization: `Bearer ${apiKey}` }
  const statuses: Record<string, number> = {}
  let given = 0
  const life = { isStopping: false }
  let next = 0
  const lane = async () => {
    while (!life.isStopping) {
      const index = next++
      const startsAt = (await now()).add({ hours: 24, seconds: 6 })
      const answer = await callApi(
        url,
        'POST',
        {
          ...intakeOf(index),
          startsAt: startsAt.toString(),
          endsAt: startsAt.add({ minutes: 20 }).toString(),
        },
        authorization,
      ).catch((error: Error) => ({ status: String(error.cause ?? error) }))
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      given += 1
      await sleep(pauseMs)
    }
  }
  const lanes = Promise.all([lane(), lane()])
  const stop = async () => {
    life.isStopping = true
    await lanes
    return statuses
  }
  atEnd(t, stop)
  return {
    given: () => given,
    untilTaken: (count: number) => eventually(async () => (await taken()).length >= count, 60_000),
    stop,
  }
}

/** The numbers of those whose reminder was planned: on a slow machine some appointments are stored after it was due. */
export async function plannedNumbers(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ index: number }>(
    `select substr(a.external_appointment_id, 3)::int as index from appointment a join reminder r on r.appointment_id = a.id
     where r.offset_key = 'P1D' and r.state <> 'skipped' and a.external_appointment_id like 'A-%'`,
  )
  return rows.map(({ index }) => phoneOf(index))
}

/** The longest delay from due to hand-over so far, in milliseconds. */
export async function latestMs(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ latest: number }>(
    `select ceil(extract(epoch from max(handed_over_at - due_at)) * 1000)::int as latest from reminder where handed_over_at is not null`,
  )
  return rows[0]?.latest ?? 0
}
