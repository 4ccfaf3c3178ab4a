import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../harness.ts'
import {
  assertOnceEach,
  isEachLookedUp,
  mailed,
  pastLease,
  phoneOf,
  startWorld,
  withoutReceipts,
  type World,
} from '../world.ts'

const addressOf = (index: number) => `persoon-${index}@example.com`
const numbered = <T>(from: number, to: number, make: (index: number) => T) =>
  Array.from({ length: to - from }, (_, index) => make(from + index))

/** Where the messages of unknown fate were to go. */
async function inDoubt({ owner, holder }: World, channel: 'sms' | 'email'): Promise<string[]> {
  const { rows } = await owner.query<{ destination: string }>(
    `select a.destination from reminder r join reminder_attempt a on a.reminder_id = r.id and a.attempt_no = r.attempts
     where r.platform_holder_id = $1 and r.state = 'unknown' and a.channel = $2`,
    [holder.id, channel],
  )
  return rows.map((row) => row.destination)
}

test('mails whose server hangs before their end surely have not left: after a kill all of them go, once', async (t) => {
  const world = await startWorld(t)
  await world.handIn(30, (index) => ({ email: addressOf(index) }))
  const worker = await world.startWorker()
  await world.setFault('blackhole', 'smtp')
  await world.becomeDue()
  // As many as there are connections by default.
  await world.untilStates({ handed_over: 10, claimed: 20 })
  await worker.kill()
  await world.setFault('none', 'smtp')

  await world.startWorkerHere()
  await world.jump(pastLease)
  await world.untilStates({ sent: 30 })
  assert.deepEqual((await mailed(world)).sort(), numbered(0, 30, addressOf).sort())
})

test('of workers killed at any moment, only what may have left is in doubt; all else goes, and nothing twice', async (t) => {
  const world = await startWorld(t)
  const [all, half] = [600, 300]
  await world.handIn(all, (index) => (index < half ? { email: addressOf(index) } : { phoneNumberE164: phoneOf(index) }))
  await world.becomeDue()
  // Twilio's, then the mail server's: `timeout` takes a message and never answers, `blackhole` takes none.
  const rounds = [
    ['none', 'none'],
    ['slow', 'slow'],
    ['timeout', 'timeout'],
    ['none', 'blackhole'],
    ['slow', 'none'],
    ['none', 'slow'],
  ] as const
  for (const [twilio, smtp] of rounds) {
    await world.setFault(twilio, 'twilio')
    await world.setFault(smtp, 'smtp')
    const { sent = 0 } = await world.states()
    const worker = await world.startWorker(withoutReceipts)
    await eventually(async () => {
      const states = await world.states()
      return (states['handed_over'] ?? 0) > 0 || (states['sent'] ?? 0) > sent
    })
    await sleep(Math.random() * 1_000)
    await worker.kill()
    await world.jump(pastLease)
  }
  for (const provider of ['twilio', 'smtp'] as const) await world.setFault('none', provider)
  await world.startWorkerHere(withoutReceipts)
  const isSettled = ([state]: [string, number]) => ['sent', 'unknown'].includes(state)
  await eventually(async () => Object.entries(await world.states()).every(isSettled))

  const mails = await mailed(world)
  const texts = (await world.taken()).map((sms) => sms.to)
  const unknown = { mails: await inDoubt(world, 'email'), texts: await inDoubt(world, 'sms') }
  const lacks = (took: readonly string[]) => (to: string) => !took.includes(to)
  t.diagnostic(
    `${rounds.length} kills: in doubt ${unknown.mails.length} mails, of which ${unknown.mails.filter(lacks(mails)).length} never went, and ` +
      `${unknown.texts.length} text messages, of which ${unknown.texts.filter(lacks(texts)).length} never went`,
  )
  assert.ok(unknown.mails.length <= rounds.length * 10 && unknown.texts.length <= rounds.length * 50)
  assert.equal(new Set(mails).size, mails.length, 'A mail went twice')
  assert.deepEqual(numbered(0, half, addressOf).filter(lacks([...mails, ...unknown.mails])), [])

  // Twilio can be asked: what it lacks at two looks goes again.
  for (const minutes of [2, 10, 60]) {
    await world.jump({ minutes })
    await eventually(() => isEachLookedUp(world))
  }
  await world.untilStates({
    sent: all - unknown.mails.length,
    ...(unknown.mails.length > 0 && { unknown: unknown.mails.length }),
  })
  assertOnceEach(await world.taken(), numbered(half, all, phoneOf))
})
