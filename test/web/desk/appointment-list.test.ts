import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { arrive, assertAccessible, isFocused, screenshot, startWeb } from '../world.ts'

// The list of appointments as a desk uses it.

const web = startWeb()
/** Has 60 appointments ahead, an hour apart, and three that have begun. */
let holder: TestHolder
/** The day on which the first of those that have begun is. */
let day: string
before(async () => {
  await web.ready()
  holder = await web.product.createHolder({ defaultLocale: 'en' })
  const locations = ['Lindelaan', 'Beukenlaan'].map((name) => ({ id: name, name, personCount: 1, roomCount: 1 }))
  await holder.call('PATCH', '', { schedulingSetup: { locations } })
  for (const displayName of ['Ann Early', 'Bob Early', 'Cas Early'])
    await store(displayName, -2, displayName === 'Ann Early' ? 'Beukenlaan' : 'Lindelaan')
  const first = await holder.call('GET', '/appointments')
  day = localDay(first.body.data.items[0].startsAt)
  for (let at = 0; at < 60; at += 1) await store(`Person ${String(at + 1).padStart(2, '0')}`, 50 + at)
})

const store = (displayName: string, inHours: number, locationId = 'Lindelaan') =>
  storeAppointment(web.product, holder, inHours, {
    title: '=1+1',
    locationId,
    recipient: { displayName, email: 'person@example.com', phoneNumberE164: '+31612340199' },
  })
const localDay = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().toString()
const row = (page: Page, name: string) => page.getByRole('row', { name })
/** The label of a box, which is what is seen of it. */
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).locator('..')
const search = (page: Page) => new URL(page.url()).searchParams
const statusOf = async (name: string) => {
  const { body } = await holder.call('GET', `/appointments?pageSize=100`)
  return body.data.items.find((item: ReturnType<typeof JSON.parse>) => item.recipient.displayName === name).status
}

test('who came is recorded in the row by one press, and taken back in the notice or in the row', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Attended: Ann Early' }).press('Enter')
  await row(page, 'Ann Early').getByText('Attended', { exact: true }).waitFor()
  await eventually(() => isFocused(page.getByRole('button', { name: 'Undo: Ann Early' })))
  await page.getByRole('button', { name: 'Undo: Ann Early' }).press('Enter')
  await eventually(() => isFocused(page.getByRole('button', { name: 'Attended: Ann Early' })))
  assert.equal(await statusOf('Ann Early'), 'registered')
  await page.getByRole('button', { name: 'Did not attend: Bob Early' }).click()
  await row(page, 'Bob Early').getByText('Did not attend', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText('Noted: did not attend')
    .locator('..')
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByRole('button', { name: 'Attended: Bob Early' }).waitFor()
  assert.equal(await statusOf('Bob Early'), 'registered')
  assert.equal(await page.getByRole('button', { name: /Attended: Person/ }).count(), 0, 'they have not begun')
  await assertAccessible(page)
})

test('filters stand in the address as chips, survive the other views, and are kept under a name', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Not confirmed' }).press('Enter')
  await eventually(async () => search(page).get('answer') === 'unconfirmed')
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  await page.getByLabel('Location').selectOption('Beukenlaan')
  await page.getByLabel('Status').selectOption('Cancelled')
  await page.getByText('From this day on, no appointment matches: Not confirmed, Cancelled, Beukenlaan.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Remove the filter: Cancelled' }).press('Enter')
  await row(page, 'Ann Early').waitFor()
  await row(page, 'Bob Early').waitFor({ state: 'hidden' })
  await eventually(() => isFocused(page.getByRole('button', { name: 'Remove the filter: Beukenlaan' })))
  await page.getByRole('link', { name: 'Day', exact: true }).click()
  await page.getByRole('button', { name: 'Previous day' }).waitFor()
  assert.deepEqual([search(page).get('location'), search(page).get('answer')], ['Beukenlaan', 'unconfirmed'])
  await page.getByRole('link', { name: /Ann Early/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Bob Early/ }).count(), 0)
  await page.getByRole('link', { name: 'List', exact: true }).click()

  const views = page.getByRole('button', { name: 'My views' })
  await views.press('Enter')
  await page.getByRole('menuitem', { name: 'Keep these filters' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Keep these filters' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Not confirmed, Beukenlaan')
  await assertAccessible(page)
  await dialog.getByLabel('Name').fill('To call')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Show all' }).click()
  await row(page, 'Bob Early').waitFor()
  await views.click()
  await page.getByRole('menuitem', { name: 'To call' }).click()
  await row(page, 'Bob Early').waitFor({ state: 'hidden' })
  assert.deepEqual([search(page).get('location'), search(page).get('answer')], ['Beukenlaan', 'unconfirmed'])
  await views.click()
  await page.getByRole('menuitem', { name: 'Delete a view' }).click()
  await page.getByRole('button', { name: 'Delete: To call' }).click()
  await page.getByText('The view is deleted').waitFor()
  assert.deepEqual((await holder.call('GET', '/saved-views')).body.data.items, [])
})

test('while a slow list is read, what is open on the page and the focus stay', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  // As a slow computer: there React once gave way to the skeleton though it was told to wait.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  const answered = Promise.withResolvers<void>()
  await page.route(/\/appointments\?/, async (asked) => {
    await answered.promise
    await asked.continue()
  })
  const chip = page.getByRole('button', { name: 'Not confirmed' })
  await chip.press('Enter')
  await eventually(async () => (await chip.getAttribute('aria-pressed')) === 'true')
  await page.locator('[aria-busy=true]', { has: page.getByRole('table') }).waitFor()
  // Longer than the time after which a page that is entered gives way to its skeleton.
  await sleep(500)
  await page.getByLabel('Location').selectOption('Beukenlaan')
  await page.getByRole('button', { name: 'Remove the filter: Beukenlaan' }).waitFor()
  assert.ok(await isFocused(chip))
  answered.resolve()
  await page.locator('[aria-busy=true]', { has: page.getByRole('table') }).waitFor({ state: 'hidden' })
  await row(page, 'Bob Early').waitFor({ state: 'hidden' })
  await row(page, 'Ann Early').waitFor()
  assert.ok(await isFocused(chip))
  assert.deepEqual([search(page).get('location'), search(page).get('answer')], ['Beukenlaan', 'unconfirmed'])
})

test('an appointment opens beside the list, and the arrow keys walk on across its pages', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  const sheet = page.getByRole('region', { name: 'Open appointment' })
  const shows = (name: string) => eventually(() => isFocused(sheet.getByRole('heading', { level: 2, name })))
  await row(page, 'Ann Early').getByRole('link').press('Enter')
  await shows('Ann Early')
  await sheet.getByText('Appointment registered').waitFor()
  await screenshot(page, 'appointment-sheet')
  await assertAccessible(page)
  await page.reload()
  await sheet.getByRole('heading', { name: 'Ann Early' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await shows('Bob Early')
  await page.keyboard.press('ArrowUp')
  await shows('Ann Early')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await eventually(() => isFocused(row(page, 'Ann Early').getByRole('link')))

  // The fiftieth is the last of the first page.
  await row(page, 'Person 47').getByRole('link').click()
  await shows('Person 47')
  await page.keyboard.press('ArrowDown')
  await shows('Person 48')
  await row(page, 'Person 49').waitFor()
  assert.equal(await row(page, 'Person 47').count(), 0)
  await sheet.getByRole('button', { name: 'Previous appointment' }).press('Enter')
  await shows('Person 47')
  await row(page, 'Person 46').waitFor()
  await sheet.getByRole('link', { name: 'Open as a page' }).click()
  await arrive(page, 'Person 47')
  await page.getByRole('button', { name: 'Next appointment' }).click()
  await arrive(page, 'Person 48')
  await page.goBack()
  await sheet.getByRole('heading', { name: 'Person 47' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('table').waitFor({ state: 'hidden' })
  assert.ok(await sheet.isVisible(), 'on a telephone it takes the place of the list')
  await assertAccessible(page)
  await screenshot(page, 'appointment-sheet-390')
})

test('the address of a later page works for a colleague, and one that works no more leads to the first page', async (t) => {
  const email = `colleague-${holder.id}@holder.example`
  await inTransaction(web.product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email))
  const page = await web.open(t, { path: `/appointments`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Next page' }).click()
  await row(page, 'Person 60').waitFor()
  assert.ok(search(page).get('day'), 'tomorrow it is the same list')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await row(page, 'Person 20').waitFor()
  await page.goBack()
  await row(page, 'Person 60').waitFor()
  const { pathname, search: query } = new URL(page.url())
  const other = await web.open(t, { path: `${pathname}${query}`, as: email })
  await row(other, 'Person 60').waitFor()
  const old = await web.open(t, { path: `${pathname}?day=2026-01-01&pageToken=x.y`, as: email })
  await old.getByText('This page of the list is no longer there, so this is the first one.').waitFor()
  await row(old, 'Ann Early').waitFor()
  assert.equal(search(old).get('pageToken'), null)
})

test('several are selected, also with Shift, changed one after the other, and told apart at the end', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await box('Ann Early').press('Space')
  await tick(page, 'Person 02').click({ modifiers: ['Shift'] })
  await page.getByText('5 selected').waitFor()
  await box('Cas Early').press('Space')
  await page.getByText('4 selected').waitFor()
  await assertAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const csv = await readFile(await (await saved).path(), 'utf8')
  assert.match(csv, /'=1\+1/, 'no spreadsheet takes it for a formula')
  assert.ok(!csv.includes('+31612340199'))
  assert.deepEqual(csv.match(/Ann Early|Bob Early|Cas Early|Person \d\d/g), [
    'Ann Early',
    'Bob Early',
    'Person 01',
    'Person 02',
  ])

  // Somebody else changes one of them just before.
  const { body } = await holder.call('GET', '/appointments?pageSize=100')
  const one = body.data.items.find((item: ReturnType<typeof JSON.parse>) => item.recipient.displayName === 'Person 02')
  const change = { expectedVersion: one.version, locationLabel: 'Room 4' }
  await page.route(
    `**/${one.id}/cancellation`,
    async (route) => {
      await holder.call('PATCH', `/appointments/${one.id}`, change)
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Cancel appointments (2)' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel several appointments' })
  await dialog.getByText('2 of those you selected have begun or are cancelled already, and stay as they are.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel 2 appointments' }).press('Enter')
  await page.getByText('1 appointment is cancelled').waitFor()
  await page.getByRole('list', { name: 'Not changed' }).getByText('Person 02').waitFor()
  await assertAccessible(page)
  assert.deepEqual([await statusOf('Person 01'), await statusOf('Person 02')], ['cancelled', 'registered'])
  // What was refused is still selected, and the next press acts on how it is now.
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await page.getByRole('button', { name: 'Cancel appointments (1)' }).click()
  await dialog.getByRole('button', { name: 'Cancel 1 appointment' }).click()
  await eventually(async () => (await statusOf('Person 02')) === 'cancelled')
  await page.getByRole('button', { name: 'Attended (2)' }).click()
  await page.getByText('2 people noted as attended').waitFor()
  assert.deepEqual([await statusOf('Ann Early'), await statusOf('Bob Early')], ['completed', 'completed'])
})

test('by keyboard all that the list has are selected for a batch, one is left out, and a page further it is so still', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  const { rows } = await web.product.operator.query<{ ahead: number }>(
    `select count(*)::int as ahead from appointment
     where platform_holder_id = $1 and status = 'registered' and starts_at > tijdig_now()`,
    [holder.id],
  )
  const ahead = rows[0]?.ahead ?? 0
  assert.ok(ahead > 50, 'more than a page')
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await page.getByRole('checkbox', { name: 'All on this page' }).press('Space')
  await page.getByRole('button', { name: new RegExp(`^Select all until .* \\(${ahead}\\)$`) }).press('Enter')
  await page.getByRole('status').getByText(`${ahead} selected`).waitFor()
  const link = page.getByRole('link', { name: 'Closed, ill or late' }).last()
  await eventually(() => isFocused(link))
  await assertAccessible(page)
  await box('Person 10').press('Space')
  await page.getByText(`${ahead - 1} selected`).waitFor()
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await box('Person 60').waitFor()
  assert.ok(await box('Person 60').isChecked())
  await page.getByText(`${ahead - 1} selected`).waitFor()
  // Narrowed, it is another list, of which nothing is selected.
  await page.getByRole('button', { name: 'Not confirmed' }).press('Enter')
  await page.getByRole('checkbox', { name: 'All on this page' }).waitFor()
  assert.ok(!(await box('Person 11').isChecked()))
  await page.getByRole('checkbox', { name: 'All on this page' }).press('Space')
  await page.getByText('50 selected').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Select all until/ }).count(), 0, 'a batch knows no answers')
  await page.getByRole('button', { name: 'Select none' }).press('Enter')
  await page.getByRole('button', { name: 'Not confirmed' }).press('Enter')
  await eventually(() => Promise.resolve(search(page).get('answer') === null))
  await page.getByRole('checkbox', { name: 'All on this page' }).press('Space')
  await page.getByRole('button', { name: /^Select all until/ }).press('Enter')
  await box('Person 10').press('Space')
  await page.getByText(`${ahead - 1} selected`).waitFor()
  await link.press('Enter')
  await arrive(page, 'Closed, ill or late')
  await page.getByText('Left out in the list: 1').waitFor()
  await page.getByRole('button', { name: `Cancel ${ahead - 1} appointments` }).waitFor()
  await assertAccessible(page)
})

test('Escape stops between two, and what is left can be continued', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  await tick(page, 'Person 03').click()
  await tick(page, 'Person 05').click({ modifiers: ['Shift'] })
  const asked: (() => Promise<void>)[] = []
  await page.route(/\/cancellation$/, (route) => {
    asked.push(() => route.continue())
  })
  await page.getByRole('button', { name: 'Cancel appointments (3)' }).click()
  await page.getByRole('button', { name: 'Cancel 3 appointments' }).click()
  await eventually(async () => asked.length === 1)
  await page.getByText('0 of 3 done. Escape stops.').waitFor()
  await page.keyboard.press('Escape')
  await asked[0]?.()
  await page.getByText('2 are still to be done.').waitFor()
  await screenshot(page, 'several')
  assert.equal(asked.length, 1)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('3 appointments are cancelled').waitFor()
  assert.equal(await statusOf('Person 05'), 'cancelled')
})

test('a day is on paper a sheet for each location, and a file, with numbers only where they are asked for', async (t) => {
  const page = await web.open(t, { path: `/appointments?day=${day}`, as: holder.staffEmail })
  await page.getByRole('link', { name: 'Day on paper' }).click()
  await arrive(page, 'Day on paper')
  const sheets = page.getByRole('main').getByRole('region')
  await sheets.filter({ hasText: 'Ann Early' }).waitFor()
  assert.equal(await page.getByText('+31612340199').count(), 0)
  await page.emulateMedia({ media: 'print' })
  const breaks = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main section')].map((one) => getComputedStyle(one).breakBefore)`,
  )
  assert.deepEqual(breaks, ['auto', 'page'])
  await page.emulateMedia({ media: 'screen' })
  await page.getByText('With telephone numbers').click()
  await page.getByText('+31612340199').first().waitFor()
  await screenshot(page, 'day-sheet')
  await assertAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const download = await saved
  assert.equal(download.suggestedFilename(), `tijdig-${day}.csv`)
  const csv = await readFile(await download.path(), 'utf8')
  assert.ok(csv.startsWith('\u{FEFF}') && csv.includes('+31612340199'))
})

test('days stand under their names, on a narrow page without scrolling sideways', async (t) => {
  const page = await web.open(t, { path: '/appointments', as: holder.staffEmail, width: 320 })
  await page
    .getByRole('columnheader')
    .filter({ hasText: /^(Today|Tomorrow), |\d/ })
    .first()
    .waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Location').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, 'appointment-list-390')
})
