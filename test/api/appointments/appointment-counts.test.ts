import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
let holder: TestHolder
/** The local day in two days, and noon of it. */
let day: Temporal.PlainDate
let noon: Temporal.Instant
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
  const locations = ['main', 'west'].map((id) => ({ id, name: id, personCount: 1, roomCount: 1 }))
  await holder.call('PATCH', '', { schedulingSetup: { locations } })
  const now = await product.clock.now()
  day = now.toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().add({ days: 2 })
  noon = day.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: '12:00' }).toInstant()
})
after(() => product?.stop())

const counts = (query: object, of = holder) =>
  of.call('GET', `/reports/appointments?${new URLSearchParams(query as Record<string, string>)}`)
const list = async (query: object) =>
  (await holder.call('GET', `/appointments?${new URLSearchParams(query as Record<string, string>)}`)).body.data.items

const book = async (locationId: string | null, hours = 0, of = holder): Promise<string> => {
  const { id } = await storeAppointment(product, of, 240, locationId === null ? {} : { locationId })
  await startAt(id, noon.add({ hours }))
  return id
}
const set = (id: string, sql: string) => product.operator.query(`update appointment set ${sql} where id = $1`, [id])
const startAt = (id: string, instant: Temporal.Instant) =>
  product.operator.query(
    `update appointment set starts_at = $2, ends_at = $2::timestamptz + interval '15 minutes' where id = $1`,
    [id, instant.toString()],
  )
/** As if the message about it had gone out and come to this end. */
const settle = (id: string, state: string, reason: string | null) =>
  product.operator.query(
    `update reminder set state = $2, reason_code = $3, handed_over_at = case when $2 = 'suppressed' then null else tijdig_now() end
     where appointment_id = $1`,
    [id, state, reason],
  )

test('each appointment counts once, by day, by location and by both, with its state and its delivery', async () => {
  const ids = [await book('main'), await book('main'), await book('west'), await book(null), await book('west', 24)]
  const [first = '', second = '', third = '', fourth = ''] = ids
  await holder.call('POST', `/appointments/${first}/cancellation`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    reasonCode: 'other',
  })
  await set(second, `confirmed_at = tijdig_now(), confirmed_via = 'app', confirmed_revision = schedule_revision`)
  await settle(third, 'undelivered', 'number_unreachable')
  await settle(fourth, 'suppressed', 'recipient_opted_out')
  const span = { from: String(day), to: String(day.add({ days: 1 })) }
  const byDay = await counts(span)
  assertDocumented('getHolderAppointmentCounts', byDay.status, byDay.body)
  const [one, other, ...more] = byDay.body.data.groups
  assert.deepEqual(more, [])
  const none = { none: 0, planned: 0, inProgress: 0, delivered: 0, failed: 0, suppressed: 0, unknown: 0 }
  assert.deepEqual(one, {
    day: String(day),
    locationId: null,
    appointments: 4,
    registered: 3,
    completed: 0,
    noShow: 0,
    cancelled: 1,
    confirmed: 1,
    openRequests: 0,
    unreached: 1,
    delivery: { ...none, planned: 1, failed: 1, suppressed: 1 },
  })
  assert.deepEqual([other.day, other.appointments], [String(day.add({ days: 1 })), 1])
  assert.equal(byDay.body.data.totals.appointments, 5)
  const groupsBy = async (groupBy: string) =>
    (await counts({ ...span, groupBy })).body.data.groups.map((group: Record<string, unknown>) => [
      group['day'],
      group['locationId'],
      group['appointments'],
    ])
  assert.deepEqual(await groupsBy('location'), [
    [null, 'main', 2],
    [null, 'none', 1],
    [null, 'west', 2],
  ])
  assert.deepEqual(await groupsBy('dayAndLocation'), [
    [String(day), 'main', 2],
    [String(day), 'none', 1],
    [String(day), 'west', 1],
    [String(day.add({ days: 1 })), 'west', 1],
  ])
  const unreached = await list({ attention: 'unreached', from: noon.subtract({ hours: 1 }).toString() })
  assert.deepEqual(
    unreached.map((item: { id: string }) => item.id),
    [third],
    'the list has those who are counted',
  )
})

test('whoever is over, confirmed or wants no messages needs no call', async () => {
  const own = await product.createHolder()
  const unreached = async () => {
    const { body } = await counts({ from: String(day), to: String(day) }, own)
    const query = new URLSearchParams({ attention: 'unreached' })
    const listed = (await own.call('GET', `/appointments?${query}`)).body.data.items.length
    assert.equal(listed, body.data.totals.unreached)
    return listed
  }
  const id = await book(null, 0, own)
  await settle(id, 'failed', 'invalid_number')
  assert.equal(await unreached(), 1)
  await settle(id, 'suppressed', 'recipient_opted_out')
  assert.equal(await unreached(), 0)
  await settle(id, 'suppressed', 'tenant_inactive')
  assert.equal(await unreached(), 1)
  await set(id, `confirmed_at = tijdig_now(), confirmed_via = 'app', confirmed_revision = schedule_revision`)
  assert.equal(await unreached(), 0)
  await set(id, `confirmed_revision = null`)
  assert.equal(await unreached(), 1)
  await startAt(id, (await product.clock.now()).subtract({ minutes: 1 }))
  const { body } = await own.call('GET', `/appointments?${new URLSearchParams({ attention: 'unreached' })}`)
  assert.deepEqual(body.data.items, [])
})

test('the days are those of the organization, a fortnight at most, and another one counts nothing of them', async () => {
  const stranger = await product.createHolder()
  const midnight = day.toZonedDateTime('Europe/Amsterdam').toInstant()
  const own = await product.createHolder()
  await startAt(await book(null, 0, own), midnight.subtract({ seconds: 1 }))
  await startAt(await book(null, 0, own), midnight)
  const of = async (holder: TestHolder, on: Temporal.PlainDate) =>
    (await counts({ from: String(on), to: String(on) }, holder)).body.data.totals.appointments
  assert.deepEqual(await Promise.all([of(own, day.subtract({ days: 1 })), of(own, day), of(stranger, day)]), [1, 1, 0])
  const tooLong = await counts({ from: String(day), to: String(day.add({ days: 14 })) })
  assert.equal(tooLong.body.error.details[0].path, 'query.to')
  const backwards = await counts({ from: String(day), to: String(day.subtract({ days: 1 })) })
  assert.equal(backwards.status, 400)
})
