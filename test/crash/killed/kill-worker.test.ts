import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../harness.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import {
  assertOnceEach,
  holdDecisions,
  mailed,
  pastLease,
  phoneOf,
  startWorld,
  untilWaiting,
  waiting,
  withoutReceipts,
} from '../world.ts'

const pastLookUp = { seconds: 61 }

describe('a worker that is killed loses and doubles nothing', { concurrency: 3 }, () => {
  test('with rows claimed and nothing recorded: another worker sends them', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(20)
    const worker = await world.startWorker()
    const release = await holdDecisions(world)
    await world.becomeDue()
    await world.untilStates({ claimed: 20 })
    await worker.kill()
    await release()
    assert.deepEqual(await world.taken(), [])

    await world.startWorkerHere()
    await world.jump(pastLease)
    await world.untilStates({ delivered: 20 })
    assertOnceEach(await world.taken(), numbers)
  })

  test('while messages are at the providers and more wait their turn: only those are in doubt, all others go', async (t) => {
    const world = await startWorld(t)
    const mails = 30
    await world.handIn(150, (index) =>
      index < mails ? { email: `persoon-${index}@example.com` } : { phoneNumberE164: phoneOf(index) },
    )
    const worker = await world.startWorker(withoutReceipts)
    // The providers accept and never answer, so the first messages stay there and the others wait.
    await world.setFault('timeout')
    await world.setFault('timeout', 'smtp')
    await world.becomeDue()
    // 50 text messages and, by default, 10 mails are at their providers at once.
    await eventually(async () => (await world.states())['handed_over'] === 60)
    await eventually(async () => (await world.taken()).length === 50)
    // And the mails are whole, so that each may have been accepted.
    await eventually(async () => (await mailed(world)).length === 10)
    await worker.kill()
    const { handed_over: open = 0 } = await world.states()
    assert.equal(open, 60)
    t.diagnostic(`${open} messages were open of ${150} that were due`)
    await world.setFault('none')
    await world.setFault('none', 'smtp')

    await world.startWorkerHere(withoutReceipts)
    await world.jump(pastLease)
    await world.untilStates({ unknown: open, sent: 150 - open })
    await world.jump(pastLookUp)
    // Twilio can be asked about its messages; the fate of the mails stays unknown, and they are not sent again.
    await world.untilStates({ unknown: 10, sent: 140 })
    assertOnceEach(
      await world.taken(),
      Array.from({ length: 150 - mails }, (_, index) => phoneOf(mails + index)),
    )
  })

  test('after the provider took a message on and before that is recorded: it is found, not sent again', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(10)
    const wire = await startTcpProxy(t, world.product.settings.ports.sandbox)
    wire.holdAnswers()
    const twilioUrl = { TIJDIG_TWILIO_URL: `http://127.0.0.1:${wire.port}/twilio` }
    const worker = await world.startWorker({ ...withoutReceipts, ...twilioUrl })
    await world.becomeDue()
    await eventually(async () => (await world.taken()).length === 10)
    await world.untilStates({ handed_over: 10 })
    const release = await holdDecisions(world)
    await wire.pass()
    await untilWaiting(world, 'update reminder r set state = s.state')
    await worker.kill()
    // Statements the worker had pipelined, including its commit, would still run once the lock is gone.
    await world.owner.query(`select pg_terminate_backend(pid) ${waiting}`)
    await release()
    await world.untilStates({ handed_over: 10 })

    await world.startWorkerHere(withoutReceipts)
    await world.jump(pastLease)
    await world.untilStates({ unknown: 10 })
    await world.jump(pastLookUp)
    await world.untilStates({ sent: 10 })
    assertOnceEach(await world.taken(), numbers)
  })

  test('with receipts on their way: what the provider tells us settles the row without a look-up', async (t) => {
    const world = await startWorld(t)
    const numbers = await world.handIn(10)
    const worker = await world.startWorker()
    await world.setFault('timeout')
    await world.becomeDue()
    await world.untilStates({ delivered: 10 })
    await worker.kill()
    await world.setFault('none')

    await world.startWorkerHere()
    await world.jump(pastLease)
    await world.jump(pastLookUp)
    await world.untilStates({ delivered: 10 })
    assertOnceEach(await world.taken(), numbers)
  })
})
