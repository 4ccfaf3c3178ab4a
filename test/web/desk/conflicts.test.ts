import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { openWorld, storeAppointment, storeRequest } from '../../operation-cases.ts'
import { assertAccessible, isFocused, screenshot, startWeb, typeInto, typeParts } from '../world.ts'

// What a colleague did meanwhile, answers that were lost, and what is typed while something is saved.

const web = startWeb()
let holder: TestHolder
before(async () => {
  await web.ready()
  holder = await web.product.createHolder({ defaultLocale: 'en' })
})

const note = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime.' })

/** A colleague changes the place, which reminders do not wait for. */
async function moveElsewhere(of: TestHolder, id: string, place: string): Promise<void> {
  const { version } = (await of.call('GET', `/appointments/${id}`)).body.data
  const answer = await of.call('PATCH', `/appointments/${id}`, { expectedVersion: version, locationLabel: place })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

async function statusOf(id: string): Promise<string> {
  return (await holder.call('GET', `/appointments/${id}`)).body.data.status
}

test('an appointment that a colleague changed is shown as it is now, and the next press cancels it', async (t) => {
  const { id } = await storeAppointment(web.product, holder)
  const page = await web.open(t, { path: `/appointments/${id}`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the appointment' })
  await dialog.getByLabel('Internal note').fill('Called twice')
  await moveElsewhere(holder, id, 'Room 9')
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).click()
  await note(page).getByText('Now: Room 9').waitFor()
  await assertAccessible(page)
  await screenshot(page, 'conflict-cancel')
  assert.equal(await statusOf(id), 'registered')
  assert.equal(await dialog.getByLabel('Internal note').inputValue(), 'Called twice')
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByText('The appointment is cancelled').waitFor()
  assert.equal(await statusOf(id), 'cancelled')
})

test('who cancels what a colleague has cancelled is told so', async (t) => {
  const { id, version } = await storeAppointment(web.product, holder)
  const page = await web.open(t, { path: `/appointments/${id}`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  const body = { clientRequestId: randomUUID(), expectedVersion: version, reasonCode: 'provider' }
  assert.equal((await holder.call('POST', `/appointments/${id}/cancellation`, body)).status, 200)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByText('Somebody else cancelled this appointment in the meantime.').waitFor()
})

for (const [button, outcome, other] of [
  ['Attended', 'completed', 'no_show'],
  ['Did not attend', 'no_show', 'completed'],
] as const)
  test(`«${button}» after a colleague recorded the other is refused once, shown, and recorded when it is pressed again`, async (t) => {
    const { id, version } = await storeAppointment(web.product, holder, -5)
    const page = await web.open(t, { path: `/appointments/${id}`, as: holder.staffEmail })
    const theirs = { expectedVersion: version, outcome: other }
    assert.equal((await holder.call('POST', `/appointments/${id}/outcome`, theirs)).status, 200)
    await page.getByRole('button', { name: button, exact: true }).click()
    await note(page).getByText('Before: No answer yet').waitFor()
    assert.equal(await statusOf(id), other)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(`Noted: ${button.toLowerCase()}`).waitFor()
    assert.equal(await statusOf(id), outcome)
  })

test('the time that is kept after a colleague changed the place is kept when it is pressed again', async (t) => {
  const world = await openWorld(web.product)
  const request = await storeRequest(world)
  const review = { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'approved' }
  assert.equal((await world.holder.call('POST', `/recipient-requests/${request.id}/review`, review)).status, 200)
  const path = `/appointments/${request.appointmentId}`
  const page = await web.open(t, { path, as: world.holder.staffEmail })
  const keep = page.getByRole('button', { name: 'Keep the present time' })
  await keep.waitFor()
  await moveElsewhere(world.holder, request.appointmentId, 'Room 9')
  await keep.click()
  await note(page).getByText('Now: Room 9').waitFor()
  await keep.click()
  await page.getByText('The time stays the same. Reminders continue.').waitFor()
})

for (const [button, theirs] of [
  ['Approve', 'declined'],
  ['Decline', 'approved'],
] as const)
  test(`«${button}» of a request that a colleague answered says so at once and keeps what was typed`, async (t) => {
    const world = await openWorld(web.product)
    const { id } = await storeRequest(world)
    const page = await web.open(t, { path: `/requests/${id}`, as: world.holder.staffEmail })
    await page.getByLabel('Message to the person').fill('Thursday is possible too')
    const review = { clientRequestId: randomUUID(), expectedVersion: 1, decision: theirs }
    assert.equal((await world.holder.call('POST', `/recipient-requests/${id}/review`, review)).status, 200)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText('Somebody else answered this request in the meantime. Your answer was not sent.').waitFor()
    assert.equal(await page.getByLabel('Message to the person').inputValue(), 'Thursday is possible too')
    assert.equal(await page.getByRole('button', { name: button, exact: true }).count(), 0)
    await assertAccessible(page)
    await screenshot(page, `conflict-${button.toLowerCase()}`)
    const { status } = (await world.holder.call('GET', `/recipient-requests/${id}`)).body.data
    assert.equal(status, theirs)
  })

test('a location that a colleague changed is shown as it is now, and those that they added stay', async (t) => {
  const own = await web.product.createHolder()
  const fields = { name: 'Lindelaan', personCount: 4, roomCount: 3 }
  const change = async (id: string, expected: object | null, location: object) =>
    assert.equal((await own.call('PATCH', `/locations/${id}`, { expected, location })).status, 200)
  await change('main', null, fields)
  const page = await web.open(t, { path: '/setup/locations?edit=main', as: own.staffEmail })
  const dialog = page.getByRole('dialog', { name: 'Lindelaan' })
  await typeInto(dialog.getByLabel('Name'), 'Lindelaan 1')
  await change('main', fields, { ...fields, roomCount: 9 })
  await change('other', null, { ...fields, name: 'Beukenlaan' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await note(page).getByText('Now: 9').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Lindelaan 1')
  await save.click()
  await page.getByText('Location saved').waitFor()
  const { locations } = (await own.call('GET', '')).body.data.schedulingSetup
  assert.deepEqual(locations.map(({ name }: { name: string }) => name).toSorted(), ['Beukenlaan', 'Lindelaan 1'])
})

/** The server carries out the first change to such an address, and its answer is lost. */
async function loseFirstAnswer(page: Page, url: string, method: string): Promise<{ readonly bodies: string[] }> {
  const bodies: string[] = []
  await page.route(url, async (route: Route) => {
    const request = route.request()
    if (request.method() !== method || request.postData()?.includes('"dryRun":true')) return route.continue()
    bodies.push(request.postData() ?? '')
    if (bodies.length > 1) return route.continue()
    const answer = await route.fetch()
    assert.ok(answer.ok(), await answer.text())
    return route.abort()
  })
  return { bodies }
}

type Lost = {
  readonly path: () => Promise<string>
  readonly change: readonly [method: string, url: string]
  readonly fill?: (page: Page) => Promise<void>
  readonly button: string
  readonly inDialog?: true
  readonly done: string
}

const stored = async (inHours?: number) => `/appointments/${(await storeAppointment(web.product, holder, inHours)).id}`
async function storedType(): Promise<string> {
  const body = { clientRequestId: randomUUID(), name: { nl: randomUUID() }, durationMinutes: 20 }
  return `/setup/types/${(await holder.call('POST', '/appointment-types', body)).body.data.id}`
}

const lost: Readonly<Record<string, Lost>> = {
  'the change of an appointment': {
    path: async () => `${await stored()}/edit`,
    change: ['PATCH', '**/appointments/*'],
    fill: (page) => typeInto(page.getByLabel('Place'), 'Room 4'),
    button: 'Save the change',
    done: 'The change has been saved',
  },
  'a cancellation': {
    path: () => stored(),
    change: ['POST', '**/cancellation'],
    fill: (page) => page.getByRole('button', { name: 'Cancel the appointment' }).click(),
    button: 'Cancel the appointment',
    inDialog: true,
    done: 'The appointment is cancelled',
  },
  'an outcome': {
    path: () => stored(-5),
    change: ['POST', '**/outcome'],
    button: 'Attended',
    done: 'Noted: attended',
  },
  'the change of a type': {
    path: storedType,
    change: ['PATCH', '**/appointment-types/*'],
    fill: (page) => typeInto(page.getByLabel('Minutes'), '25'),
    button: 'Save',
    done: 'Type saved',
  },
  'the archiving of a type': {
    path: storedType,
    change: ['POST', '**/archive'],
    fill: (page) => page.getByRole('button', { name: 'Archive' }).click(),
    button: 'Archive',
    inDialog: true,
    done: 'Type archived',
  },
  'a change of the profile': {
    path: async () => '/account/profile',
    change: ['PATCH', '**/platform-holders/*'],
    fill: (page) => typeInto(page.getByLabel('Town'), 'Zwolle'),
    button: 'Save',
    done: 'Saved',
  },
}

for (const [name, { path, change, fill, button, inDialog, done }] of Object.entries(lost))
  test(`${name} whose answer was lost is found stored by the next press, not sent again by itself, and no conflict`, async (t) => {
    const page = await web.open(t, { path: await path(), as: holder.staffEmail, mayRepeat: true })
    const { bodies } = await loseFirstAnswer(page, change[1], change[0])
    await fill?.(page)
    const place = inDialog ? page.getByRole('dialog').or(page.getByRole('alertdialog')) : page.locator('main')
    const press = () => place.getByRole('button', { name: button, exact: true }).click()
    await press()
    await page.getByText('No connection.').waitFor()
    assert.equal(bodies.length, 1, 'No change is sent again by itself')
    await press()
    await page.getByText(done, { exact: true }).waitFor()
    assert.equal(await note(page).count(), 0)
  })

async function fillNew(page: Page, name: string): Promise<void> {
  const day = (await web.product.clock.now()).add({ hours: 240 }).toZonedDateTimeISO('Europe/Amsterdam')
  await typeInto(page.getByLabel('Name'), name)
  await typeInto(page.getByRole('textbox', { name: 'E-mail address' }), 'tess@example.com')
  await typeParts(page.getByRole('group', { name: 'Day' }), [day.day, day.month, day.year])
  await page.getByLabel('Time', { exact: true }).fill('10:30')
}

async function countOf(name: string): Promise<number> {
  const { rows } = await web.product.operator.query<{ count: number }>(
    'select count(*)::int as count from appointment where platform_holder_id = $1 and recipient_name = $2',
    [holder.id, name],
  )
  return rows[0]?.count ?? 0
}

test('an appointment whose answer was lost is opened by the next press, and made once', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: holder.staffEmail, mayRepeat: true })
  const { bodies } = await loseFirstAnswer(page, '**/appointments', 'POST')
  await fillNew(page, 'Lot Verloren')
  const make = page.getByRole('button', { name: 'Make the appointment' })
  await make.click()
  await page.getByText('No connection.').waitFor()
  assert.equal(bodies.length, 1)
  await make.click()
  await page.getByRole('heading', { level: 1, name: 'Lot Verloren' }).waitFor()
  assert.equal(await countOf('Lot Verloren'), 1)
})

test('who types another time after a lost answer is told that it was made as it was first typed, and can open it', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: holder.staffEmail, mayRepeat: true })
  await loseFirstAnswer(page, '**/appointments', 'POST')
  await fillNew(page, 'Ties Later')
  const make = page.getByRole('button', { name: 'Make the appointment' })
  await make.click()
  await page.getByText('No connection.').waitFor()
  await page.getByLabel('Time', { exact: true }).fill('11:45')
  await make.click()
  await page.getByText('The appointment was made as you first typed it.').waitFor()
  assert.equal(await page.getByLabel('Time', { exact: true }).inputValue(), '11:45')
  assert.equal(await countOf('Ties Later'), 1)
  await assertAccessible(page)
  await screenshot(page, 'made-as-first-typed')
  await page.getByRole('link', { name: 'Open the appointment' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ties Later' }).waitFor()
})

test('a key whose secret was lost on the way is not created twice', async (t) => {
  const page = await web.open(t, { path: '/account/keys/new', as: holder.staffEmail, mayRepeat: true })
  await loseFirstAnswer(page, '**/api-keys', 'POST')
  await typeInto(page.getByLabel('Name', { exact: true }), 'Lost key')
  const create = page.getByRole('button', { name: 'Create the key' })
  await create.click()
  await page.getByText('No connection.').waitFor()
  await create.click()
  await page.getByText(/^The key was created, but its secret was lost on the way/).waitFor()
  const { rows } = await web.product.operator.query<{ count: number }>(
    `select count(*)::int as count from api_key where platform_holder_id = $1 and name = 'Lost key'`,
    [holder.id],
  )
  assert.equal(rows[0]?.count, 1)
})

test('what is typed while a form is saved stays, and can be saved next', async (t) => {
  const page = await web.open(t, { path: '/account/profile', as: holder.staffEmail })
  const held = Promise.withResolvers<void>()
  await page.route('**/platform-holders/*', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await typeInto(page.getByLabel('Website'), 'https://example.com/now')
  await page.getByRole('button', { name: 'Save' }).click()
  await typeInto(page.getByLabel('Town'), 'Meppel')
  held.resolve()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Town').inputValue(), 'Meppel')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing was changed yet.').waitFor()
  const { headquartersPlace, websiteUrl } = (await holder.call('GET', '')).body.data
  assert.deepEqual([headquartersPlace, websiteUrl], ['Meppel', 'https://example.com/now'])
})

test('a change that nobody answers ends after a minute, and says so', async (t) => {
  const page = await web.open(t, { path: '/account/profile', as: holder.staffEmail })
  await page.clock.install()
  await page.route('**/platform-holders/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await typeInto(page.getByLabel('Town'), 'Assen')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.clock.fastForward(59_000)
  assert.equal(await page.getByRole('alert').count(), 0)
  await page.clock.fastForward(2_000)
  await page.getByText('No answer in time.').waitFor()
  assert.equal(await page.getByLabel('Town').inputValue(), 'Assen')
})

test('too many requests say how long to wait', async (t) => {
  const page = await web.open(t, { path: '/account/profile', as: holder.staffEmail })
  const error = { code: 'RATE_LIMITED', message: 'Too many requests.', retryable: true, details: [] }
  await page.route('**/platform-holders/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 429, headers: { 'retry-after': '17' }, json: { error, requestId: 'req_1' } })
      : route.continue(),
  )
  await typeInto(page.getByLabel('Town'), 'Emmen')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Try again in 17 seconds.').waitFor()
})

test('all that is missing of a new appointment is named at once, and the first of it has the focus', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: holder.staffEmail })
  const make = page.getByRole('button', { name: 'Make the appointment' })
  await make.click()
  await eventually(async () => (await page.getByText('Fill this in.').count()) === 4)
  await eventually(() => isFocused(page.getByLabel('Name')))
  await fillNew(page, 'Tijn Tijdloos')
  await page.getByLabel('Time', { exact: true }).fill('')
  await make.click()
  await eventually(() => isFocused(page.getByLabel('Time', { exact: true })))
  assert.equal(await page.getByText('Fill this in.').count(), 1)
})

test('code that a form needs is there once it is typed in, also when a new version takes it away', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: holder.staffEmail })
  const parser = page.waitForResponse(/\/assets\/.*phone-number/)
  await typeInto(page.getByLabel('Name'), 'N')
  await (await parser).finished()
  await page.route(/\/assets\/.*phone-number/, (route) => route.fulfill({ status: 404 }))
  await fillNew(page, 'Nora Nummer')
  await typeInto(page.getByRole('textbox', { name: 'Mobile number' }), '06 1234 0177')
  await page.getByRole('button', { name: 'Make the appointment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nora Nummer' }).waitFor()
})

test('a form whose code has gone says so and keeps what was typed', async (t) => {
  const page = await web.open(t, { path: '/today', as: holder.staffEmail })
  await page.route(/\/assets\/.*phone-number/, (route) => route.fulfill({ status: 404 }))
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/appointments/new' })`)
  await typeInto(page.getByLabel('Name'), 'Karel Kwijt')
  await page.getByText('A part of this page is missing.').waitFor()
  await typeInto(page.getByRole('textbox', { name: 'Mobile number' }), '06 1234 0178')
  await page.getByRole('button', { name: 'Make the appointment' }).click()
  await page.getByText('A part of this page is missing.').waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Karel Kwijt')
})
