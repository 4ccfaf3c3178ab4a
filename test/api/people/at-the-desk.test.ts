import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { shareTestProduct, signIn, type TestHolder, type TestProduct } from '../../harness.ts'
import { fromBrowser, storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

function confirm(holder: TestHolder, id: string, expectedVersion: number, part = 'confirmation') {
  return holder.call('POST', `/appointments/${id}/${part}`, { clientRequestId: randomUUID(), expectedVersion })
}

test('staff confirm for somebody, twice without harm, and take it back: prompts end and come back', async () => {
  const holder = await product.createHolder()
  const { id } = await storeAppointment(product, holder)
  const prompts = async () => {
    const { body } = await holder.call('GET', `/appointments/${id}/reminders`)
    return body.data.items
      .filter(({ kind }: { kind: string }) => kind === 'confirm_prompt')
      .map(({ state, reasonCode }: { state: string; reasonCode: string | null }) => `${state} ${reasonCode}`)
  }
  assert.deepEqual(await prompts(), ['planned null'])
  const confirmed = await confirm(holder, id, 1)
  assertDocumented('confirmHolderAppointment', confirmed.status, confirmed.body)
  assert.deepEqual(
    [confirmed.body.data.confirmation.status, confirmed.body.data.confirmation.via, confirmed.body.data.version],
    ['confirmed', 'staff', 2],
  )
  assert.deepEqual(await prompts(), ['skipped confirmed'])
  const again = await confirm(holder, id, 1)
  assert.deepEqual([again.status, again.body.data.version], [200, 2])
  const withdrawn = await confirm(holder, id, 2, 'confirmation-withdrawal')
  assertDocumented('withdrawHolderAppointmentConfirmation', withdrawn.status, withdrawn.body)
  assert.deepEqual([withdrawn.body.data.confirmation.status, withdrawn.body.data.version], ['unconfirmed', 3])
  assert.deepEqual(await prompts(), ['planned null'])
  const nothing = await confirm(holder, id, 3, 'confirmation-withdrawal')
  assert.deepEqual([nothing.status, nothing.body.error.code], [409, 'STATE_CONFLICT'])
})

test('what the person confirmed themselves is not taken back, and nothing over or cancelled is confirmed', async () => {
  const holder = await product.createHolder()
  const { id } = await storeAppointment(product, holder)
  await product.operator.query(
    `update appointment set confirmed_at = tijdig_now(), confirmed_via = 'app', confirmed_revision = 1 where id = $1`,
    [id],
  )
  assert.equal((await confirm(holder, id, 1, 'confirmation-withdrawal')).body.error.code, 'STATE_CONFLICT')
  const over = await storeAppointment(product, holder, -2)
  assert.equal((await confirm(holder, over.id, 1)).body.error.code, 'APPOINTMENT_IN_PAST')
  const { id: cancelled } = await storeAppointment(product, holder)
  await holder.call('POST', `/appointments/${cancelled}/cancellation`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    reasonCode: 'provider',
  })
  assert.equal((await confirm(holder, cancelled, 2)).body.error.code, 'STATE_CONFLICT')
})

test('a confirmation and a cancellation at once end in one of the two, whole', async () => {
  const holder = await product.createHolder()
  for (let round = 0; round < 10; round += 1) {
    const { id } = await storeAppointment(product, holder)
    const cancelling = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider' }
    const answers = await Promise.all([
      confirm(holder, id, 1),
      holder.call('POST', `/appointments/${id}/cancellation`, cancelling),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(answers.map((a) => a.body)))
    const { body } = await holder.call('GET', `/appointments/${id}`)
    const { status, confirmation, version } = body.data
    assert.equal(version, 2)
    assert.ok((status === 'cancelled') !== (confirmation.status === 'confirmed'))
  }
})

test('calls are bounded, and kept from other organizations', async () => {
  const [holder, other] = [await product.createHolder(), await product.createHolder()]
  const { id } = await storeAppointment(product, holder)
  const cookies = new Map<string, string>()
  for (const { id: of, staffEmail } of [holder, other]) cookies.set(of, await signIn(product, staffEmail))
  const note = (of: TestHolder) =>
    fromBrowser({ product, holder: of, cookie: cookies.get(of.id) ?? '' }, 'POST', `/appointments/${id}/calls`, {
      clientRequestId: randomUUID(),
      result: 'message_left',
    })
  const answers = await Promise.all(Array.from({ length: 25 }, () => note(holder)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  assert.equal(answers.filter(({ status }) => status === 409).length, 5)
  assert.equal((await holder.call('GET', `/appointments/${id}/calls`)).body.data.items.length, 20)
  assert.equal((await note(other)).status, 404)
  assert.equal((await other.call('GET', `/appointments/${id}/calls`)).status, 404)
})
