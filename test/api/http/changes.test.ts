import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { startTestProduct, type TestProduct } from '../../harness.ts'
import { fromBrowser, openWorld, storeAppointment, storeRequest, type World } from '../../operation-cases.ts'
import { assertDocumented } from './contract-document.ts'

type Changes = {
  appointments: string
  requests: string
  organization: string
  openRequests: number
  awaitingNewTime: number
}

let product: TestProduct
let world: World
before(async () => {
  product = await startTestProduct({
    roles: ['api', 'login', 'sandbox', 'worker'],
    env: { TIJDIG_RATE_LIMIT_PER_MINUTE: '3000' },
  })
  world = await openWorld(product)
})
after(() => product?.stop())

async function changes(of = world.holder): Promise<Changes> {
  const { status, body } = await of.call('GET', '/changes')
  assertDocumented('getHolderChanges', status, body)
  return body.data
}
/** The areas whose marks differ after some work. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await changes()
  await work()
  const after = await changes()
  return (['appointments', 'requests', 'organization'] as const).filter((area) => before[area] !== after[area])
}

test('a mark differs once its area has changed, and stays as it is otherwise', async () => {
  const id = (await storeAppointment(product, world.holder)).id
  assert.deepEqual(await changedBy(() => world.holder.call('GET', `/appointments/${id}`)), [])
  assert.deepEqual(await changedBy(() => world.recipient.call('GET', '/appointments')), [])
  assert.deepEqual(await changedBy(() => storeAppointment(product, world.holder)), ['appointments'])
  const receipt = `update reminder set state = 'delivered', handed_over_at = tijdig_now() where appointment_id = $1`
  assert.deepEqual(await changedBy(() => product.operator.query(receipt, [id])), ['appointments'])
  const claim = `update reminder set state = 'claimed' where appointment_id = $1`
  assert.deepEqual(await changedBy(() => product.operator.query(claim, [id])), [], 'a claim shows nowhere')
  const called = { clientRequestId: randomUUID(), result: 'no_answer' }
  assert.deepEqual(await changedBy(() => fromBrowser(world, 'POST', `/appointments/${id}/calls`, called)), [
    'appointments',
  ])
  const { personId } = (await world.holder.call('GET', `/appointments/${id}`)).body.data.recipient
  const { version } = (await world.holder.call('GET', `/people/${personId}`)).body.data.note
  const note = { expectedVersion: version, text: 'Belt na vijven' }
  assert.deepEqual(await changedBy(() => world.holder.call('PATCH', `/people/${personId}/note`, note)), [
    'appointments',
  ])
  assert.deepEqual(await changedBy(() => storeRequest(world)), ['appointments', 'requests'])
  const named = await changedBy(() => world.holder.call('PATCH', '', { displayName: 'Praktijk Anders' }))
  assert.deepEqual(named, ['organization'])
})

test('what another organization changes is no change here', async () => {
  const other = await product.createHolder()
  assert.deepEqual(await changedBy(() => storeAppointment(product, other)), [])
})

test('a change that is committed after later ones is noticed as well, and nobody waits for it', async () => {
  const id = (await storeAppointment(product, world.holder)).id
  const pool = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_operator',
    size: 1,
    onIdleError: assert.ifError,
  })
  const text = 'update appointment set version = version + 1 where id = $1'
  const slow = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const late = inTransaction(pool, { holder: null }, async (tx) => {
    await tx.rows({ name: '', text }, [id])
    begun.resolve()
    await slow.promise
  })
  await begun.promise
  for (let count = 0; count < 3; count += 1)
    assert.deepEqual(await changedBy(() => storeAppointment(product, world.holder)), ['appointments'])
  const committed = await changedBy(() => {
    slow.resolve()
    return late
  })
  await pool.end()
  assert.deepEqual(committed, ['appointments'])
})

test('all that wait are counted, without those that are over', async () => {
  const own = await openWorld(product)
  const counted = async () => {
    const { openRequests, awaitingNewTime } = await changes(own.holder)
    return [openRequests, awaitingNewTime]
  }
  const requests = []
  for (let count = 0; count < 27; count += 1) requests.push(await storeRequest(own))
  assert.deepEqual(await counted(), [27, 0])
  const [approved, expired] = requests
  await own.holder.call('POST', `/recipient-requests/${approved.id}/review`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    decision: 'approved',
  })
  assert.deepEqual(await counted(), [26, 1])
  const waiting = await own.holder.call('GET', '/recipient-requests?awaiting=new_time')
  assert.deepEqual(
    waiting.body.data.items.map((one: { id: string }) => one.id),
    [approved.id],
  )
  // One that a batch postponed, without any request.
  const [, , { appointmentId: postponed }] = requests
  const mark = (isWaiting: boolean) =>
    product.operator.query('update appointment set awaits_new_time = $2 where id = $1', [postponed, isWaiting])
  await mark(true)
  assert.deepEqual(await counted(), [26, 2])
  const toMove = async () => {
    const { body } = await own.holder.call('GET', '/appointments?attention=new_time')
    return body.data.items.map((one: { id: string }) => one.id).toSorted()
  }
  assert.deepEqual(await toMove(), [approved.appointmentId, postponed].toSorted())
  await mark(false)
  assert.deepEqual(await toMove(), [approved.appointmentId])
  const past = `tijdig_now() - interval '1 minute'`
  await product.operator.query(`update recipient_request set expires_at = ${past} where id = $1`, [expired.id])
  await product.operator.query(`update appointment set starts_at = ${past} where id = $1`, [approved.appointmentId])
  assert.deepEqual(await counted(), [25, 0])
  const none = await own.holder.call('GET', '/recipient-requests?awaiting=new_time')
  assert.deepEqual(none.body.data.items, [])
  assert.deepEqual(await toMove(), [])
})

test('asking every few seconds takes nothing from the allowance of other calls', async () => {
  const own = await product.createHolder()
  const left = async (path: string) => {
    const { headers } = await own.call('GET', path)
    return headers.get('ratelimit')
  }
  const before = await left('/reminder-policy')
  for (let count = 0; count < 5; count += 1)
    for (const path of ['/changes', '/request-log']) assert.match((await left(path)) ?? '', /^"polling"/)
  const after = await left('/reminder-policy')
  const remaining = (header: string | null) => Number(/r=(\d+)/.exec(header ?? '')?.[1])
  assert.ok(remaining(before) - remaining(after) <= 1, `${before} ${after}`)
})
