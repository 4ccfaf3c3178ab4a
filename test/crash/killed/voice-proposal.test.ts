import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { callApi, eventually, type Answer } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { openVoiceWorld, type VoiceWorld } from '../../voice-world.ts'
import { startServe, type ServeProcess } from '../processes.ts'
import { startWorld, untilWaiting, type World } from '../world.ts'

type Stage = { readonly world: World; readonly voice: VoiceWorld; readonly api: ServeProcess; readonly url: string }

/** A second API process, for confirmations that are then interrupted. */
async function begin(t: TestContext): Promise<Stage> {
  const world = await startWorld(t)
  const [port = 0] = await freePorts(1)
  const env = world.processEnv({ TIJDIG_PORT: String(port) })
  const api = await startServe(t, { args: ['--roles', 'api'], env })
  const voice = await openVoiceWorld(world.product)
  return { world, voice, api, url: `http://127.0.0.1:${port}/api/v1/platform-holders/${voice.holder.id}` }
}

/** Confirms in the second process. @returns its answer; null when it was cut off */
function confirmThere({ voice, url }: Stage, proposalId: string, body: object): Promise<Answer | null> {
  const headers = { cookie: voice.cookie, origin: voice.product.baseUrl, 'x-service-csrf': '1' }
  return callApi(`${url}/voice/proposals/${proposalId}/confirm`, 'POST', body, headers).catch(() => null)
}

async function proposeCancellation({ voice }: Stage): Promise<{ proposalId: string; appointmentId: string }> {
  const { id: appointmentId } = await storeAppointment(voice.product, voice.holder)
  const { proposalId } = await voice.propose('cancelHolderAppointment', { appointmentId, reasonCode: 'provider' })
  return { proposalId, appointmentId }
}

async function seen({ voice }: Stage, proposalId: string): Promise<unknown[]> {
  const { status, mayHaveApplied, errorCode } = await voice.readProposal(proposalId)
  return [status, mayHaveApplied, errorCode]
}

const statusOf = async ({ voice }: Stage, appointmentId: string) =>
  (await voice.holder.call('GET', `/appointments/${appointmentId}`)).body.data.status

test('a confirmation that was killed in the middle may have applied, until it is settled that it has not', async (t) => {
  const stage = await begin(t)
  const { world, voice, api } = stage
  const { proposalId, appointmentId } = await proposeCancellation(stage)
  await world.owner.query('begin')
  await world.owner.query('select 1 from appointment where id = $1 for update', [appointmentId])
  const cutOff = confirmThere(stage, proposalId, { confirmed: true })
  await untilWaiting(world, 'appointment')
  await api.kill()
  await world.owner.query('rollback')
  assert.equal(await cutOff, null)

  assert.deepEqual(await seen(stage, proposalId), ['executing', false, null])
  await world.jump({ seconds: 20 })
  assert.deepEqual(await seen(stage, proposalId), ['stalled', true, null])
  await world.jump({ seconds: 10 })
  assert.deepEqual(await seen(stage, proposalId), ['timed_out', true, 'EXECUTION_TIMED_OUT'])
  const whileOpen = await voice.confirm(proposalId)
  assert.deepEqual([whileOpen.status, whileOpen.body.data.status], [200, 'timed_out'])
  await voice.product.maintain()
  assert.equal((await voice.readProposal(proposalId)).status, 'timed_out', 'it may still be at work')
  await world.jump({ seconds: 30 })
  await voice.product.maintain()
  assert.deepEqual(await seen(stage, proposalId), ['failed', false, 'EXECUTION_INTERRUPTED'])
  assert.equal((await voice.confirm(proposalId)).body.data.status, 'failed')
  assert.equal(await statusOf(stage, appointmentId), 'registered')
})

test('a confirmation that was killed after the payment provider did its work is settled as done', async (t) => {
  const stage = await begin(t)
  const { world, voice, api } = stage
  const { proposalId } = await voice.propose('startHolderPaymentSetup', {})
  await world.owner.query('begin')
  await world.owner.query('lock table client_request in exclusive mode')
  const cutOff = confirmThere(stage, proposalId, { confirmed: true, paymentConsent: true })
  await untilWaiting(world, 'insert into client_request')
  await api.kill()
  await world.owner.query('rollback')
  assert.equal(await cutOff, null)

  await world.jump({ seconds: 30 })
  assert.deepEqual(await seen(stage, proposalId), ['timed_out', true, 'EXECUTION_TIMED_OUT'])
  await world.jump({ seconds: 30 })
  await voice.product.maintain()
  assert.deepEqual(await seen(stage, proposalId), ['succeeded', false, null])
  const { data } = (await voice.holder.call('GET', '/billing/status')).body
  assert.equal(data.status, 'setup_pending')
})

test('one that cannot be settled keeps no other unsettled', async (t) => {
  const stage = await begin(t)
  const { world, voice } = stage
  const proposals = []
  for (let count = 0; count < 3; count += 1) proposals.push((await proposeCancellation(stage)).proposalId)
  const [stuck] = proposals.toSorted()
  await world.owner.query(
    `update voice_proposal set status = 'executing', confirmed_at = tijdig_now() - interval '2 minutes' where id = any($1)`,
    [proposals],
  )
  await world.owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'this one'; end $$;
     create trigger refused before update on voice_proposal for each row when (old.id = '${stuck}') execute function refuse()`,
  )
  await voice.product.maintain()
  assert.ok(
    voice.product.logLines.some((line) => line.includes('interrupted proposals')),
    'the failure is in the log',
  )
  const states = await Promise.all(
    proposals.map(async (id) => [id === stuck, (await voice.readProposal(id)).status] as const),
  )
  for (const [isStuck, status] of states) assert.equal(status, isStuck ? 'timed_out' : 'failed')
  await world.owner.query('drop trigger refused on voice_proposal')
  await voice.product.maintain()
  assert.equal((await voice.readProposal(stuck ?? '')).status, 'failed')
})

test('a process that wakes up after its execution was settled undoes what it did', async (t) => {
  const stage = await begin(t)
  const { world, voice, api } = stage
  const { proposalId, appointmentId } = await proposeCancellation(stage)
  await world.owner.query('begin')
  await world.owner.query('select 1 from appointment where id = $1 for update', [appointmentId])
  const late = confirmThere(stage, proposalId, { confirmed: true })
  await untilWaiting(world, 'appointment')
  api.signal('SIGSTOP')
  await world.jump({ seconds: 60 })
  await voice.product.maintain()
  await world.owner.query('rollback')
  api.signal('SIGCONT')
  assert.notEqual((await late)?.body.data?.status, 'succeeded')
  assert.deepEqual(await seen(stage, proposalId), ['failed', false, 'EXECUTION_INTERRUPTED'])
  await eventually(async () => (await statusOf(stage, appointmentId)) === 'registered')
})
