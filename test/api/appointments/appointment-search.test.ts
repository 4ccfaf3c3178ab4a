import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shareTestProduct, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

type Item = ReturnType<typeof JSON.parse>

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

async function list(of: TestHolder, query: Record<string, string>): Promise<Answer> {
  const answer = await of.call('GET', `/appointments?${new URLSearchParams(query)}`)
  assertDocumented('listHolderAppointments', answer.status, answer.body)
  return answer
}

async function crawl(of: TestHolder, query: Record<string, string>): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = []
  let pages = 0
  let pageToken: string | null = null
  do {
    const answer: Answer = await list(of, { ...query, ...(pageToken ? { pageToken } : {}) })
    items.push(...answer.body.data.items)
    pages += 1
    pageToken = answer.body.data.nextPageToken
  } while (pageToken !== null)
  return { items, pages }
}

const idsOf = (items: Item[]) => items.map((item) => item.id)

/** Moves an appointment without replanning it, even to a time at which none can be registered. */
async function moveTo(id: string, daysFromNow: number): Promise<void> {
  await product.operator.query(
    `update appointment set starts_at = now() + $2 * interval '1 day', ends_at = now() + ($2 + 0.01) * interval '1 day' where id = $1`,
    [id, daysFromNow],
  )
}

test('a search without a range covers half a year on each side of now, and one bound gives the other', async () => {
  const holder = await product.createHolder()
  const ids = []
  for (const days of [-200, -180, 5, 180, 200, 500]) {
    const { id } = await storeAppointment(product, holder, 24)
    await moveTo(id, days)
    ids.push(id)
  }
  for (const search of [
    { status: 'registered' },
    { confirmationStatus: 'unconfirmed' },
    { deliveryStatus: 'planned' },
  ] as Record<string, string>[]) {
    assert.deepEqual(idsOf((await crawl(holder, search)).items), ids.slice(1, 4), JSON.stringify(search))
    const now = Temporal.Now.instant()
    const from = now.subtract({ hours: 24 * 190 }).toString()
    assert.deepEqual(idsOf((await crawl(holder, { ...search, from })).items), ids.slice(1, 3), 'from alone')
    const to = now.add({ hours: 24 * 190 }).toString()
    assert.deepEqual(idsOf((await crawl(holder, { ...search, to })).items), ids.slice(2, 4), 'to alone')
  }
  assert.deepEqual(idsOf((await crawl(holder, {})).items), ids, 'what is no search has no bounds')
})

test('a search for something rare goes on page by page, and finds the same as one page would', async () => {
  const holder = await product.createHolder()
  const { id } = await storeAppointment(product, holder, 24)
  // More copies than one page of a search reads; two of them match.
  await product.operator.query(
    `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, external_appointment_id, location_id, status, cancelled_at,
       cancelled_by, cancellation_reason, starts_at, ends_at, timezone, recipient_name, recipient_email, plan_stamp)
     select platform_holder_id, gen_random_uuid(), holder_recipient_id, 'intake', 'copies', n::text, location_id, case when n in (7, 10400) then 'cancelled' else 'registered' end,
       case when n in (7, 10400) then now() end, case when n in (7, 10400) then 'holder' end, case when n in (7, 10400) then 'other' end,
       starts_at + n * interval '10 minutes', ends_at + n * interval '10 minutes', timezone, recipient_name, recipient_email, plan_stamp
     from appointment, generate_series(1, 10500) n where id = $1`,
    [id],
  )
  const { items, pages } = await crawl(holder, { status: 'cancelled' })
  assert.deepEqual(
    items.map((item) => item.externalAppointmentId),
    ['7', '10400'],
  )
  assert.equal(pages, 3)
  assert.equal((await crawl(holder, { deliveryStatus: 'failed' })).items.length, 0)
  const full = await list(holder, { status: 'registered', pageSize: '100' })
  assert.equal(full.body.data.items.length, 100, 'a page that can be filled is')
})

test('an e-mail that does not come back counts as delivered after 72 hours, in the answer and in the filter', async () => {
  const holder = await product.createHolder()
  const hand = async (channel: 'sms' | 'email', hoursAgo: number) => {
    const { id } = await storeAppointment(product, holder, 200)
    await product.operator.query(
      `update reminder set state = 'sent', channel = $2, run_at = null, handed_over_at = tijdig_now() - $3 * interval '1 hour' where appointment_id = $1`,
      [id, channel, hoursAgo],
    )
    return id
  }
  const [early, late, text] = [await hand('email', 71), await hand('email', 73), await hand('sms', 71)]
  const statusOf = async (id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data.delivery.status
  assert.deepEqual(
    [await statusOf(early), await statusOf(late), await statusOf(text)],
    ['in_progress', 'delivered', 'in_progress'],
  )
  assert.deepEqual(idsOf((await crawl(holder, { deliveryStatus: 'delivered' })).items), [late])
  assert.deepEqual(
    idsOf((await crawl(holder, { deliveryStatus: 'in_progress' })).items).toSorted(),
    [early, text].toSorted(),
  )
  await product.operator.query(
    `update reminder set state = 'undelivered', reason_code = 'carrier_rejected' where appointment_id = $1`,
    [late],
  )
  assert.equal(await statusOf(late), 'failed', 'a bounce that comes later still counts')
})

test('searches by many filters that differ in the last one stay apart', async () => {
  const holder = await product.createHolder()
  const { id } = await storeAppointment(product, holder, 24)
  const now = Temporal.Now.instant()
  const filters = {
    from: now.toString(),
    to: now.add({ hours: 48 }).toString(),
    endsAfter: now.toString(),
    status: 'registered',
    confirmationStatus: 'unconfirmed',
    pageSize: '100',
  }
  // Often enough to come to the same connection again.
  for (let round = 0; round < 10; round += 1) {
    assert.deepEqual(idsOf((await list(holder, { ...filters, locationId: 'none' })).body.data.items), [id])
    assert.deepEqual(idsOf((await list(holder, { ...filters, locale: 'tr' })).body.data.items), [])
    assert.deepEqual(idsOf((await list(holder, { ...filters, attention: 'unreached' })).body.data.items), [])
  }
})
