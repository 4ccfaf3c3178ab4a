import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { callApi, shareTestProduct, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'
import { newIntake, newKey, schedule, storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

type Item = ReturnType<typeof JSON.parse>

let product: TestProduct
let holder: TestHolder
/** Hours from now, in the order of the list; two start at the same instant. */
const starts = [1, 2, 3, 3, 30, 54, 100, 200, 240, 300, 1_000]
let names: string[]
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
  const locations = ['main', 'west'].map((id) => ({ id, name: id, personCount: 1, roomCount: 1 }))
  await holder.call('PATCH', '', { schedulingSetup: { locations } })
  names = starts.map((_, index) => `${index % 2 ? 'Anna' : 'Bea'} ${index}`)
  for (const index of [5, 0, 10, 3, 8, 1, 6, 2, 9, 4, 7]) {
    await storeAppointment(product, holder, starts[index], {
      locationId: index % 3 ? 'main' : 'west',
      recipient: {
        displayName: names[index],
        email: `p${index}@example.com`,
        phoneNumberE164: '+31612345678',
        ...(index % 4 === 0 && { locale: 'tr' }),
      },
    })
  }
  // One more that is cancelled and one that is confirmed.
  const all = await crawl({})
  await holder.call('POST', `/appointments/${all[4].id}/cancellation`, {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    reasonCode: 'other',
  })
  await product.operator.query(
    `update appointment set confirmed_at = tijdig_now(), confirmed_via = 'staff', confirmed_revision = 1 where id = $1`,
    [all[6].id],
  )
})
after(() => product?.stop())

function list(query: Record<string, string>, of = holder): Promise<Answer> {
  return of.call('GET', `/appointments?${new URLSearchParams(query)}`)
}

async function crawl(query: Record<string, string>, pageSize = 100, of = holder): Promise<Item[]> {
  const items: Item[] = []
  let pageToken: string | null = null
  do {
    const answer: Answer = await list({ ...query, pageSize: String(pageSize), ...(pageToken ? { pageToken } : {}) }, of)
    assertDocumented('listHolderAppointments', answer.status, answer.body)
    assert.ok(answer.body.data.items.length <= pageSize)
    items.push(...answer.body.data.items)
    pageToken = answer.body.data.nextPageToken
  } while (pageToken !== null)
  return items
}

const namesOf = (items: Item[]) => items.map((item) => item.recipient.displayName)

test('the list is in order of start, and any page size gives the same whole', async () => {
  const whole = await crawl({})
  assert.equal(whole.length, starts.length)
  const sorted = whole.toSorted((a, b) => (a.startsAt + a.id < b.startsAt + b.id ? -1 : 1))
  assert.deepEqual(whole, sorted)
  assert.equal(new Set(whole.map((item) => item.id)).size, starts.length)
  for (const pageSize of [1, 2, 3, 4, 10, 11, 12]) assert.deepEqual(await crawl({}, pageSize), whole, String(pageSize))
})

test('a page has 25 items when no size is given', async () => {
  const many = await product.createHolder()
  const intakes = Array.from({ length: 30 }, async () =>
    many.call('POST', '/appointments/intake', await newIntake(product, await schedule(product, 500))),
  )
  await Promise.all(intakes)
  const { body } = await list({}, many)
  assert.equal(body.data.items.length, 25)
  const rest = await list({ pageToken: body.data.nextPageToken }, many)
  assert.deepEqual([rest.body.data.items.length, rest.body.data.nextPageToken], [5, null])
})

test('a filter gives exactly what it names, also page by page', async () => {
  const whole = await crawl({})
  const middle = whole[5].startsAt
  const filters: [Record<string, string>, (item: Item) => boolean][] = [
    [{ from: middle }, (item) => item.startsAt >= middle],
    [{ to: middle }, (item) => item.startsAt < middle],
    [{ from: whole[2].startsAt, to: middle }, (item) => item.startsAt >= whole[2].startsAt && item.startsAt < middle],
    [{ status: 'cancelled' }, (item) => item.status === 'cancelled'],
    [{ status: 'registered' }, (item) => item.status === 'registered'],
    [{ confirmationStatus: 'confirmed' }, (item) => item.confirmation.status === 'confirmed'],
    [{ confirmationStatus: 'unconfirmed' }, (item) => item.confirmation.status === 'unconfirmed'],
    [{ locationId: 'west' }, (item) => item.locationId === 'west'],
    [{ query: 'anna' }, (item) => item.recipient.displayName.startsWith('Anna')],
    [{ query: 'ANNA 1' }, (item) => item.recipient.displayName.startsWith('Anna 1')],
    [{ deliveryStatus: 'planned' }, (item) => item.delivery.status === 'planned'],
    [{ locale: 'tr' }, (item) => item.recipient.locale === 'tr'],
    [{ deliveryStatus: 'none' }, (item) => item.delivery.status === 'none'],
    [
      { locationId: 'main', query: 'be', status: 'registered', from: whole[1].startsAt },
      (item) =>
        item.locationId === 'main' &&
        item.recipient.displayName.startsWith('Be') &&
        item.status === 'registered' &&
        item.startsAt >= whole[1].startsAt,
    ],
  ]
  for (const [query, isWanted] of filters) {
    const expected = whole.filter(isWanted)
    assert.deepEqual(namesOf(await crawl(query)), namesOf(expected), JSON.stringify(query))
    assert.deepEqual(namesOf(await crawl(query, 2)), namesOf(expected), JSON.stringify(query))
  }
  // Each of these filters matches some and excludes some.
  for (const [query, isWanted] of filters
    .slice(0, 10)
    .concat([[{ locale: 'tr' }, (item) => item.recipient.locale === 'tr']])) {
    const { length } = whole.filter(isWanted)
    assert.ok(length > 0 && length < whole.length, JSON.stringify(query))
  }
  assert.deepEqual(await crawl({ appointmentTypeId: 'none-yet' }), [])
})

test('a search is the beginning of a name, and its signs are only signs', async () => {
  for (const query of ['%%', '__', 'nna', 'a%', '\\\\', "a'", 'Zoë'])
    assert.deepEqual(await crawl({ query }), [], query)
  assert.equal((await list({ query: 'a' })).status, 400)
})

test('a name is found in whichever Unicode form it came in or is asked for', async () => {
  const [composed, decomposed] = ['Zoë Müller', 'Zoë Müller'.normalize('NFD')] as const
  const searcher = await product.createHolder()
  const named = (displayName: string) => ({ recipient: { displayName, email: 'zoe@example.com' } })
  const intake = await newIntake(product, named(decomposed))
  await searcher.call('POST', '/appointments/intake', intake)
  const { id } = await storeAppointment(product, searcher, 10, named(decomposed))
  const moved = { expectedVersion: 1, ...named(decomposed) }
  assert.equal((await searcher.call('PATCH', `/appointments/${id}`, moved)).body.data.version, 1)
  await storeAppointment(product, searcher, 20, named('Anna'))
  for (const query of [composed, decomposed, 'zoë', 'ZOË'.normalize('NFD')])
    assert.deepEqual(namesOf(await crawl({ query }, 100, searcher)), [composed, composed], query)
  assert.equal((await searcher.call('POST', '/appointments/intake', intake)).body.data.outcome, 'unchanged')
})

test('filters have their forms', async () => {
  const from = '2026-11-20T00:00:00Z'
  for (const query of [
    { status: 'open' },
    { status: '' },
    { deliveryStatus: 'lost' },
    { confirmationStatus: 'maybe' },
    { locationId: '-' },
    { appointmentTypeId: '' },
    { from: 'yesterday' },
    { from, to: from },
    { from, to: '2026-11-19T00:00:00Z' },
    { from, to: '2027-11-22T00:00:00Z' },
  ])
    assert.equal((await list(query)).status, 400, JSON.stringify(query))
  assert.equal((await list({ from, to: '2027-11-21T00:00:00Z' })).status, 200, '366 days')
})

test('pages stay in place while appointments come and go', async () => {
  const own = await product.createHolder()
  const ids: string[] = []
  for (const hours of [10, 20, 30, 40, 50, 60]) ids.push((await storeAppointment(product, own, hours)).id)
  const first = await list({ pageSize: '3' }, own)
  await storeAppointment(product, own, 5)
  await storeAppointment(product, own, 15)
  const late = await storeAppointment(product, own, 45)
  const second = await list({ pageSize: '10', pageToken: first.body.data.nextPageToken }, own)
  assert.deepEqual(
    second.body.data.items.map((item: Item) => item.id),
    [ids[3], late.id, ids[4], ids[5]],
  )
})

test('a page token is bound to its query, its list and its tenant', async () => {
  const { body } = await list({ pageSize: '2', status: 'registered' })
  const pageToken = body.data.nextPageToken
  assert.ok(pageToken.length <= 4096)
  const stranger = await product.createHolder()
  const { id } = body.data.items[0]
  for (const answer of [
    await list({ pageToken }),
    await list({ pageToken, status: 'cancelled' }),
    await list({ pageToken, status: 'registered', query: 'an' }),
    await list({ pageToken, status: 'registered' }, stranger),
    await holder.call('GET', `/appointments/${id}/reminders?pageToken=${pageToken}`),
  ])
    assert.deepEqual([answer.status, answer.body.error?.code], [400, 'PAGE_TOKEN_INVALID'])
  assert.equal((await list({ pageToken, status: 'registered', pageSize: '100' })).status, 200, 'the size may change')
})

test('a page token is of use to a colleague, who sees the same list', async () => {
  const { body } = await list({ pageSize: '2' })
  const { id: actorId } = await inTransaction(product.operator, { holder: null }, (tx) =>
    inviteStaff(tx, holder.id, `colleague-${holder.id}@holder.example`),
  )
  const authorization = `Bearer ${await newKey(product, { ...holder, actorId }, ['appointments:read'])}`
  const pageToken = body.data.nextPageToken
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/appointments?${new URLSearchParams({ pageToken })}`
  const theirs = await callApi(url, 'GET', undefined, { authorization })
  assert.deepEqual(theirs.body.data, (await list({ pageToken })).body.data)
})

for (const query of [{}, { locationId: 'main' }, { query: 'anna' }] as const)
  test(`each page leads back to the one before it, with ${JSON.stringify(query)}`, async () => {
    for (const pageSize of ['1', '2', '3', '4']) {
      const pages: Item[][] = []
      let { data } = (await list({ ...query, pageSize })).body
      assert.equal(data.previousPageToken, null)
      while (data.nextPageToken !== null) {
        pages.push(data.items)
        data = (await list({ ...query, pageSize, pageToken: data.nextPageToken })).body.data
      }
      for (const page of pages.toReversed()) {
        const answer = await list({ ...query, pageSize, pageToken: data.previousPageToken })
        assertDocumented('listHolderAppointments', answer.status, answer.body)
        assert.deepEqual(answer.body.data.items, page)
        const on = await list({ ...query, pageSize, pageToken: answer.body.data.nextPageToken })
        assert.deepEqual(on.body.data.items, data.items)
        data = answer.body.data
      }
      assert.equal(data.previousPageToken, null)
    }
  })

test('a page that became empty still leads back to all that came before it', async () => {
  const own = await product.createHolder()
  const made = []
  for (const hours of [10, 11, 12]) made.push(await storeAppointment(product, own, hours))
  const { body } = await list({ pageSize: '2', status: 'registered' }, own)
  const cancel = { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'other' }
  await own.call('POST', `/appointments/${made[2].id}/cancellation`, cancel)
  const next = { pageSize: '2', status: 'registered', pageToken: body.data.nextPageToken }
  const empty = (await list(next, own)).body.data
  assert.deepEqual([empty.items, empty.nextPageToken], [[], null])
  const back = (await list({ ...next, pageToken: empty.previousPageToken }, own)).body.data
  assert.deepEqual(back.items, body.data.items)
})

test('the reminders of an appointment page like everything else', async () => {
  const { id } = await storeAppointment(product, holder, 700)
  for (let version = 1; version <= 4; version += 1)
    await holder.call('PATCH', `/appointments/${id}`, {
      expectedVersion: version,
      ...(await schedule(product, 700 + version)),
    })
  const crawlReminders = async (pageSize: number) => {
    const items: Item[] = []
    let pageToken: string | null = null
    do {
      const query: string = new URLSearchParams({
        pageSize: String(pageSize),
        ...(pageToken ? { pageToken } : {}),
      }).toString()
      const { status, body } = await holder.call('GET', `/appointments/${id}/reminders?${query}`)
      assertDocumented('listHolderAppointmentReminders', status, body)
      items.push(...body.data.items)
      pageToken = body.data.nextPageToken
    } while (pageToken !== null)
    return items
  }
  const whole = await crawlReminders(100)
  assert.equal(whole.length, 10)
  assert.deepEqual(
    whole.map((item) => item.scheduleRevision),
    [5, 5, 4, 4, 3, 3, 2, 2, 1, 1],
  )
  for (const pageSize of [1, 3, 10]) assert.deepEqual(await crawlReminders(pageSize), whole)
})

test('no answer of one organization holds a word of another', async () => {
  const canaries = ['Kanarie', 'Zebravink'] as const
  const tenants: TestHolder[] = []
  for (const [index, canary] of canaries.entries()) {
    const tenant = await product.createHolder({ displayName: `${canary} Praktijk` })
    const phone = `+3161234500${index}`
    const locations = [{ id: 'main', name: `${canary}laan`, personCount: 1, roomCount: 1 }]
    await tenant.call('PATCH', '', {
      schedulingSetup: { locations },
      legalName: `${canary} B.V.`,
      billingEmail: `billing@${canary.toLowerCase()}.example`,
    })
    // Both tenants have a source key and a contact in common.
    for (const [name, externalAppointmentId, number] of [
      [`${canary} One`, 'shared-1', phone],
      [`${canary} Two`, 'shared-2', '+31612345555'],
    ] as const) {
      const recipient = { displayName: name, email: `${canary}@example.com`, phoneNumberE164: number }
      await tenant.call('POST', '/appointments/intake', await newIntake(product, { externalAppointmentId, recipient }))
    }
    await storeAppointment(product, tenant, 50, { title: `${canary} visit`, locationLabel: `${canary} room` })
    tenants.push(tenant)
  }
  for (const [index, tenant] of tenants.entries()) {
    const own = canaries[index]!
    const other = tenants[1 - index]!
    const text = await everythingOf(tenant)
    assert.ok(text.includes(own), 'the crawl sees its own')
    for (const foreign of [canaries[1 - index]!, canaries[1 - index]!.toLowerCase(), other.id, other.actorId])
      assert.ok(!text.includes(foreign), `${own} sees ${foreign}`)
  }
})

/** The texts of all lists and resources a tenant can read. */
async function everythingOf(tenant: TestHolder): Promise<string> {
  const texts: string[] = []
  const read = async (path: string) => {
    const answer = await tenant.call('GET', path)
    assert.equal(answer.status, 200, path)
    texts.push(JSON.stringify(answer.body))
    return answer.body.data
  }
  for (const path of ['', '/interface-locale', '/reminder-policy']) await read(path)
  for (const groupBy of ['day', 'channel', 'locale', 'leadTime'])
    await read(`/reports/reminders?from=2026-11-01&to=2027-10-31&groupBy=${groupBy}`)
  for (const query of ['', '&query=kanarie', '&query=zebravink', '&locationId=main', '&status=registered']) {
    for (const { id } of (await read(`/appointments?pageSize=100${query}`)).items) {
      await read(`/appointments/${id}`)
      await read(`/appointments/${id}/reminders`)
    }
  }
  const startsAt = (await schedule(product, 240)).startsAt
  for (const channel of ['sms', 'email']) {
    const body = { startsAt, timezone: 'Europe/Amsterdam', locale: 'nl', channel }
    texts.push(JSON.stringify((await tenant.call('POST', '/reminder-policy/preview', body)).body))
  }
  texts.push(JSON.stringify((await tenant.call('POST', '/appointments/intake', await newIntake(product))).body))
  return texts.join('\n')
}
