import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { connectAgent } from '../../agent.ts'
import { callApi, shareTestProduct, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { openVoiceWorld, type VoiceWorld } from '../../voice-world.ts'

let product: TestProduct
let world: VoiceWorld
before(async () => {
  product = await shareTestProduct('api', 'sandbox')
  world = await openVoiceWorld(product)
})
after(() => product?.stop())

const keys = () => `${product.baseUrl}/api/v1/api-keys`
const byPerson = () => ({ cookie: world.cookie, origin: product.baseUrl, 'x-service-csrf': '1' })
const revoke = (keyId: string) => callApi(`${keys()}/${keyId}`, 'DELETE', undefined, byPerson())

/** A cancellation that an agent proposed with a key of its own. */
async function proposeByKey(minutes = 60) {
  const expiresAt = (await product.clock.now()).add({ minutes }).toString()
  const wanted = { name: 'Agent', kind: 'restricted', scopes: ['appointments:read', 'appointments:write'], expiresAt }
  const { data } = (await callApi(keys(), 'POST', wanted, byPerson())).body
  const { id: appointmentId } = await storeAppointment(product, world.holder)
  const agent = await connectAgent(product.baseUrl, data.secret)
  const proposed = await agent.call('cancelHolderAppointment', { appointmentId, reasonCode: 'other' })
  await agent.close()
  return { keyId: data.key.id as string, proposalId: proposed.data.proposalId as string, appointmentId }
}

async function appointmentStatus(appointmentId: string): Promise<string> {
  return (await world.holder.call('GET', `/appointments/${appointmentId}`)).body.data.status
}

async function assertDropped({ proposalId, appointmentId }: { proposalId: string; appointmentId: string }) {
  const { status, body } = await world.confirm(proposalId)
  assert.deepEqual([status, body.error.code], [409, 'STATE_CONFLICT'])
  assert.match(body.error.message, /API key .* revoked or has expired\. Nothing was done/)
  assert.equal((await world.readProposal(proposalId)).status, 'discarded')
  assert.equal(await appointmentStatus(appointmentId), 'registered')
}

test('what a key proposed cannot be confirmed once it was revoked, and reads as dropped', async () => {
  const proposed = await proposeByKey()
  assert.equal((await world.readProposal(proposed.proposalId)).status, 'pending_confirmation')
  assert.equal((await revoke(proposed.keyId)).status, 200)
  await assertDropped(proposed)
})

test('what a key proposed cannot be confirmed once it has expired', async () => {
  const proposed = await proposeByKey(5)
  await product.clock.advance('PT5M')
  await assertDropped(proposed)
})

test('what was confirmed before its key was revoked stays done', async () => {
  const { keyId, proposalId, appointmentId } = await proposeByKey()
  assert.equal((await world.confirm(proposalId)).body.data.status, 'succeeded')
  await revoke(keyId)
  assert.equal((await world.confirm(proposalId)).body.data.status, 'succeeded')
  assert.equal(await appointmentStatus(appointmentId), 'cancelled')
})

test('a confirmation waits for a revocation that is under way, and then does nothing', async () => {
  const proposed = await proposeByKey()
  const revoker = new Client({ connectionString: product.databaseUrl })
  await revoker.connect()
  try {
    await revoker.query('begin')
    await revoker.query('update api_key set revoked_at = tijdig_now() where id = $1', [proposed.keyId])
    const confirmed = world.confirm(proposed.proposalId)
    await untilWaiting(revoker)
    await revoker.query('commit')
    assert.equal((await confirmed).status, 409)
  } finally {
    await revoker.end()
  }
  await assertDropped(proposed)
})

test('of a revocation and a confirmation at once either may come first, and then the other sees it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { keyId, proposalId, appointmentId } = await proposeByKey()
    const [confirmed, revoked] = await Promise.all([world.confirm(proposalId), revoke(keyId)])
    assert.equal(revoked.status, 200)
    assert.ok(confirmed.status === 200 || confirmed.status === 409)
    assert.equal(await appointmentStatus(appointmentId), confirmed.status === 200 ? 'cancelled' : 'registered')
  }
})

/** Until a statement of the product waits for a lock. */
async function untilWaiting(owner: Client): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (const endMs = performance.now() + 20_000; performance.now() < endMs; await sleep(10))
    if ((await owner.query(waiting)).rowCount !== 0) return
  assert.fail('The confirmation did not wait for the revocation.')
}
