import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

test('a list of what ends after an instant has what is still going on then, and nothing that is over', async () => {
  const holder = await product.createHolder()
  const midnight = (await product.clock.now()).add({ hours: 72 }).round({ smallestUnit: 'hour' })
  const store = async (displayName: string, startsInMinutes: number, minutes: number, more: object = {}) => {
    const startsAt = midnight.add({ minutes: startsInMinutes })
    const [start, end] = [startsAt.toString(), startsAt.add({ minutes }).toString()]
    const recipient = { displayName, email: 'a@example.com' }
    const body = await newAppointment(product, { startsAt: start, endsAt: end, recipient, ...more })
    assert.equal((await holder.call('POST', '/appointments', body)).status, 201)
  }
  const locations = [{ id: 'main', name: 'Lindelaan', personCount: 1, roomCount: 1 }]
  assert.equal((await holder.call('PATCH', '', { schedulingSetup: { locations } })).status, 200)
  await store('over', -120, 60)
  await store('ends then', -60, 60)
  await store('the whole night', -23 * 60, 24 * 60)
  await store('going on', -15, 30)
  await store('later', 60, 15, { locationId: 'main' })
  const listed = async (query: Record<string, string>) => {
    const span = { from: midnight.subtract({ hours: 24 }).toString(), to: midnight.add({ hours: 24 }).toString() }
    const { status, body } = await holder.call('GET', `/appointments?${new URLSearchParams({ ...span, ...query })}`)
    assert.equal(status, 200)
    return body.data.items.map((item: { recipient: { displayName: string } }) => item.recipient.displayName)
  }
  const endsAfter = midnight.toString()
  assert.deepEqual(await listed({ endsAfter }), ['the whole night', 'going on', 'later'])
  // Locations are counted so too: `none` stands for those without one.
  assert.deepEqual(await listed({ endsAfter, locationId: 'none' }), ['the whole night', 'going on'])
  assert.deepEqual(await listed({ endsAfter, locationId: 'main' }), ['later'])
})
