import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

type Sought = { readonly startsAt: string; readonly displayName: string }

async function match(of: TestHolder, ...appointments: Sought[]): Promise<unknown[]> {
  const { status, body } = await of.call('POST', '/appointments/matches', { appointments })
  assertDocumented('matchHolderAppointments', status, body)
  assert.equal(status, 200)
  return body.data.matches
}

const named = (displayName: string) => ({ recipient: { displayName, email: 'noor@example.com' } })

test('an appointment is there already when its name and start are, however they are written', async () => {
  const holder = await product.createHolder()
  const { id, startsAt } = await storeAppointment(product, holder, 24, named('Zoë Ünal'))
  const inCuracao = Temporal.Instant.from(startsAt).toZonedDateTimeISO('America/Curacao').toString({
    timeZoneName: 'never',
  })
  const later = Temporal.Instant.from(startsAt).add({ minutes: 1 }).toString()
  assert.deepEqual(
    await match(
      holder,
      { startsAt: later, displayName: 'Zoë Ünal' },
      { startsAt: inCuracao, displayName: ' ZOË Ünal'.normalize('NFD') },
      { startsAt, displayName: 'Zoë Ünal-Smit' },
      { startsAt, displayName: 'Zoë Ünal' },
    ),
    [
      { index: 1, appointmentId: id },
      { index: 3, appointmentId: id },
    ],
  )
})

test('neither a cancelled appointment nor that of another organization is there already', async () => {
  const [holder, other] = [await product.createHolder(), await product.createHolder()]
  const { id, startsAt } = await storeAppointment(product, holder, 24, named('Noor van Dam'))
  const sought = { startsAt, displayName: 'Noor van Dam' }
  assert.deepEqual(await match(other, sought), [])
  assert.deepEqual(await match(holder, sought), [{ index: 0, appointmentId: id }])
  const { status } = await holder.call('POST', `/appointments/${id}/cancellation`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    reasonCode: 'other',
  })
  assert.equal(status, 200)
  assert.deepEqual(await match(holder, sought), [])
})

test('a request asks about 250 appointments at most, and leaves one row of audit with those it found', async () => {
  const holder = await product.createHolder()
  const { id, startsAt } = await storeAppointment(product, holder, 24, named('Noor van Dam'))
  const many = Array.from({ length: 250 }, (_, index) => ({ startsAt, displayName: `Mens ${index}` }))
  assert.deepEqual(await match(holder, ...many.slice(1), { startsAt, displayName: 'noor van dam' }), [
    { index: 249, appointmentId: id },
  ])
  const { rows } = await product.operator.query<{ subjects: string[] }>(
    `select subjects from audit_event where platform_holder_id = $1 and action = 'matchHolderAppointments'`,
    [holder.id],
  )
  assert.equal(rows.length, 1)
  assert.ok(rows[0]?.subjects.includes(id))
  const refused = await holder.call('POST', '/appointments/matches', {
    appointments: [...many, { startsAt, displayName: 'Noor' }],
  })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'VALIDATION_FAILED'])
})
