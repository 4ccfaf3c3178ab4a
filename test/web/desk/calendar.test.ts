import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { intlTag } from '#/locales/locales.ts'
import { formatTimeOfDay } from '#web/ui/time/dates.ts'
import type { Locale } from '#web/ui/language/locales.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { textOf } from '../texts.ts'
import { arrive, assertAccessible, screenshot, startWeb, typeInto, typeParts } from '../world.ts'

const web = startWeb()

const places = { nl: 'Europe/Amsterdam', en: 'America/New_York', fa: 'Europe/Amsterdam', ar: 'Africa/Cairo' } as const
const hourPx = 96

async function holderIn(defaultTimezone: string): Promise<TestHolder> {
  const holder = await web.product.createHolder({ defaultTimezone })
  const locations = ['Lindelaan', 'Haven'].map((name) => ({
    id: name.toLowerCase(),
    name,
    personCount: 1,
    roomCount: 1,
  }))
  const { status } = await holder.call('PATCH', '', { schedulingSetup: { locations } })
  assert.equal(status, 200)
  return holder
}

/** A time of day, that many days from today. */
async function at(zone: string, days: number, time: string): Promise<Temporal.ZonedDateTime> {
  const today = (await web.product.clock.now()).toZonedDateTimeISO(zone).toPlainDate()
  return today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time })
}

/** Half an hour from then, made by staff. */
async function store(holder: TestHolder, start: Temporal.ZonedDateTime, changes: object = {}) {
  const startsAt = start.toInstant()
  return storeAppointment(web.product, holder, 240, {
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 30 }).toString(),
    timezone: start.timeZoneId,
    ...changes,
  })
}

const dayOf = (start: Temporal.ZonedDateTime) => start.toPlainDate().toString()
const read = async (holder: TestHolder, id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data

for (const [locale, zone] of Object.entries(places) as [Locale, string][])
  test(`a free place makes an appointment there, pressed and by the arrow keys, on the clock of ${zone} in ${locale}`, async (t) => {
    const say = (english: string) => (locale === 'en' ? english : textOf(locale, english))
    const holder = await holderIn(zone)
    const day = dayOf(await at(zone, 1, '12:00'))
    const page = await web.open(t, { path: `/appointments?view=day&day=${day}`, as: holder.staffEmail, locale })
    await page.getByRole('list', { name: 'Haven' }).click({ position: { x: 60, y: 6.5 * hourPx + 3 } })
    await arrive(page, say('New appointment'))
    const time = page.getByLabel(say('Time'), { exact: true })
    assert.equal(await time.inputValue(), formatTimeOfDay('14:30', locale, zone))
    assert.equal(await page.getByLabel(say('Location'), { exact: true }).inputValue(), 'haven')
    assert.deepEqual(placeIn(page), { day, time: '14:30', location: 'haven' })
    await page.goBack()
    const free = page.getByRole('button', { name: new RegExp(`^${say('New appointment')}[,،] `) })
    await free.focus()
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      locale === 'fa' || locale === 'ar' ? 'ArrowLeft' : 'ArrowRight',
    ])
      await page.keyboard.press(key)
    await assertAccessible(page)
    await screenshot(page, `calendar-day-${locale}`)
    await page.keyboard.press('Enter')
    await arrive(page, say('New appointment'))
    assert.deepEqual(placeIn(page), { day, time: '08:45', location: 'haven' })
    // What is typed is read by the clock of the place, and shown as it writes times.
    await typeInto(time, locale === 'fa' ? '۱۴:۴۵' : locale === 'en' ? '2:45' : '1445')
    await page.keyboard.press('Tab')
    assert.equal(await time.inputValue(), formatTimeOfDay('14:45', locale, zone))
    await typeInto(page.getByLabel(say('Minutes')), locale === 'fa' ? '۴۵' : '45')
    await typeInto(page.locator('[name="recipient.displayName"]'), 'Tess Visser')
    await typeInto(page.locator('[name="recipient.email"]'), 'tess@example.com')
    await page.locator('main form button[type=submit]').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Tess Visser' }).waitFor()
    const { startsAt, endsAt, timezone, locationId } = await read(holder, page.url().split('/').at(-1) ?? '')
    const expected = await at(zone, 1, '14:45')
    assert.deepEqual([Date.parse(startsAt), timezone, locationId], [expected.epochMilliseconds, zone, 'haven'])
    assert.equal(Date.parse(endsAt) - Date.parse(startsAt), 45 * 60_000)
    assert.ok((await page.locator('main').innerText()).includes(formatTimeOfDay('14:45', locale, zone)))
  })

test('dragging moves an appointment to another time and location only when the question is answered with yes', async (t) => {
  const zone = 'Europe/Amsterdam'
  const holder = await holderIn(zone)
  const start = await at(zone, 1, '10:00')
  const { id } = await store(holder, start, { locationId: 'lindelaan' })
  const page = await web.open(t, { path: `/appointments?view=day&day=${dayOf(start)}`, as: holder.staffEmail })
  const card = page.getByRole('link', { name: /Sanne de Vries/ }).first()
  const drag = async () => {
    const [from, to] = await Promise.all([boxOf(card), boxOf(page.getByRole('list', { name: 'Haven' }))])
    await page.mouse.move(from.x + 20, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, from.y + 5 + hourPx, { steps: 8 })
    await page.mouse.up()
  }
  await drag()
  const question = page.getByRole('alertdialog', { name: 'Move the appointment?' })
  await question.getByText('11:00').waitFor()
  await question.getByText('Haven').waitFor()
  await question.getByText(/^This changes \d+ reminder/).waitFor()
  await assertAccessible(page)
  await screenshot(page, 'calendar-move')
  await question.getByRole('button', { name: 'Leave it as it is' }).click()
  assert.equal((await read(holder, id)).version, 1)
  await drag()
  await question.getByRole('button', { name: 'Move the appointment' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Haven' }).getByRole('link', { name: /11:00/ }).waitFor()
  const moved = await read(holder, id)
  assert.deepEqual(
    [Date.parse(moved.startsAt), Date.parse(moved.endsAt), moved.locationId],
    [start.add({ hours: 1 }).epochMilliseconds, start.add({ minutes: 90 }).epochMilliseconds, 'haven'],
  )
})

test('an appointment is moved by the keyboard in a week, and Escape leaves it where it is', async (t) => {
  const zone = 'Europe/Amsterdam'
  const holder = await holderIn(zone)
  const start = await at(zone, 7, '10:00')
  const { id } = await store(holder, start)
  const page = await web.open(t, { path: `/appointments?view=week&day=${dayOf(start)}`, as: holder.staffEmail })
  const card = page.getByRole('link', { name: /Sanne de Vries/ }).first()
  await card.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page
    .getByRole('status')
    .getByText(/10:15$/)
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Move the appointment?' })
  await question.getByText('10:30').waitFor()
  await question.getByRole('button', { name: 'Move the appointment' }).press('Enter')
  await page
    .getByRole('link', { name: /^10:30 / })
    .filter({ visible: true })
    .waitFor()
  assert.equal(Date.parse((await read(holder, id)).startsAt), start.add({ minutes: 30 }).epochMilliseconds)
})

test('another zone is named beside the time on the scale, and what goes past midnight stands on both days', async (t) => {
  const holder = await holderIn('Europe/Amsterdam')
  const night = await at('Europe/Amsterdam', 1, '23:45')
  // The day after, also while it is still yesterday there.
  const morning = { timeZone: 'America/New_York', plainTime: '09:30' }
  const abroad = night.add({ days: 1 }).toPlainDate().toZonedDateTime(morning)
  await store(holder, abroad)
  await store(holder, night, { recipient: { displayName: 'Nora Nacht', email: 'nora@example.com' } })
  const page = await web.open(t, { path: `/appointments?view=week&day=${dayOf(night)}`, as: holder.staffEmail })
  await page.getByText('Amsterdam', { exact: true }).waitFor()
  const own = abroad.withTimeZone('Europe/Amsterdam').toPlainTime().toString().slice(0, 5)
  const nightOf = async (day: string) => {
    await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/appointments?view=day&day=${day}' })`)
    await page.getByRole('list', { name: 'No location' }).waitFor()
    await page
      .getByRole('link', { name: /Nora Nacht/ })
      .filter({ visible: true })
      .waitFor()
  }
  await page
    .getByRole('link', { name: /^23:45 Nora Nacht/ })
    .filter({ visible: true })
    .waitFor()
  await screenshot(page, 'calendar-week')
  await nightOf(dayOf(night))
  await nightOf(dayOf(night.add({ days: 1 })))
  await page
    .getByRole('link', { name: new RegExp(`${own}.*9:30 AM \\(New York\\)`, 's') })
    .filter({ visible: true })
    .waitFor()
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/appointments?day=${dayOf(night)}' })`)
  await page.getByRole('row', { name: /9:30 AM \(New York\)/ }).waitFor()
})

test('more than can be drawn are counted by location, each count opens its day there, and no page needs more than six calls', async (t) => {
  const zone = 'Europe/Amsterdam'
  const holder = await holderIn(zone)
  const start = await at(zone, 7, '09:00')
  for (const locationId of ['lindelaan', 'haven']) {
    const { id } = await store(holder, start, { locationId })
    // As many more of it, spread over the day.
    await web.product.operator.query(
      `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, starts_at, ends_at, timezone,
         location_id, recipient_name, recipient_phone, plan_stamp)
       select platform_holder_id, gen_random_uuid(), holder_recipient_id, origin, source_system, starts_at + n * interval '2 minutes',
         ends_at + n * interval '2 minutes', timezone, location_id, recipient_name, recipient_phone, plan_stamp
       from appointment, generate_series(1, 250) n where id = $1`,
      [id],
    )
  }
  const page = await web.open(t, { path: '/help', as: holder.staffEmail })
  let calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The poll for what others changed runs beside every page, each few seconds.
    if (pathname.startsWith('/api/') && !pathname.endsWith('/changes')) calls.push(pathname)
  })
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/appointments?view=week&day=${dayOf(start)}' })`)
  await page.getByText('502 appointments are too many to draw. Choose a location and a day.').waitFor()
  await assertAccessible(page)
  await screenshot(page, 'calendar-counts')
  assert.ok(calls.length <= 6, calls.join())
  calls = []
  await page.getByRole('link', { name: /^Haven, .*: 251$/ }).click()
  const column = page.getByRole('list', { name: 'Haven' })
  await column.waitFor()
  const cards = await column.getByRole('link').count()
  const folded = await column.getByRole('link', { name: /more$/ }).allInnerTexts()
  const foldedCount = folded.reduce((sum, text) => sum + Number(text.slice(1)), 0)
  assert.equal(cards - folded.length + foldedCount, 251)
  assert.ok(calls.length <= 6, calls.join())
  await screenshot(page, 'calendar-busy')
  await page.setViewportSize({ width: 390, height: 844 })
  await assertAccessible(page)
  await screenshot(page, 'calendar-busy-390')
})

test('a line shows the present time, and a day is jumped to', async (t) => {
  const holder = await holderIn('Europe/Amsterdam')
  const page = await web.open(t, { path: '/appointments?view=week', as: holder.staffEmail })
  const hour = (await web.product.clock.now()).toZonedDateTimeISO('Europe/Amsterdam').hour
  await eventually(async () => (await page.locator('[data-now]').count()) === (hour >= 8 && hour < 18 ? 1 : 0))
  const day = (await at('Europe/Amsterdam', 40, '12:00')).toPlainDate()
  await page.getByRole('button', { name: /^Day / }).press('Enter')
  await typeParts(page.getByRole('group', { name: 'Day' }), [day.day, day.month, day.year])
  await eventually(async () => new URL(page.url()).searchParams.get('day') === day.toString())
})

test('the second of the hour that comes twice stays where it is, and a time that the clocks skip is refused', async (t) => {
  const zone = 'Europe/Amsterdam'
  const holder = await holderIn(zone)
  const { year } = (await web.product.clock.now()).toZonedDateTimeISO(zone).toPlainDate()
  const sunday = (month: number) => {
    const last = Temporal.PlainDate.from({ year: year + 1, month, day: 31 })
    return last.subtract({ days: last.dayOfWeek % 7 })
  }
  const second = sunday(10).toZonedDateTime({ timeZone: zone, plainTime: '02:30' }).add({ hours: 1 })
  const { id } = await store(holder, second)
  const page = await web.open(t, { path: `/appointments/${id}/edit`, as: holder.staffEmail })
  await typeInto(page.getByLabel('Place'), 'Room 4')
  await page.getByRole('button', { name: 'Save the change' }).press('Enter')
  await page.getByText('Room 4').waitFor()
  assert.equal(Date.parse((await read(holder, id)).startsAt), second.epochMilliseconds)
  // The year is said where it is not this one.
  await page
    .getByText(new RegExp(String(year + 1)))
    .first()
    .waitFor()
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/appointments/new?day=${sunday(3)}&time=02:30' })`)
  await arrive(page, 'New appointment')
  await typeInto(page.getByLabel('Name', { exact: true }), 'Tess Visser')
  await typeInto(page.getByRole('textbox', { name: 'E-mail address' }), 'tess@example.com')
  await page.getByRole('button', { name: 'Make the appointment' }).press('Enter')
  await page.getByText('This time does not exist on that day, because the clocks change').waitFor()
  assert.equal(await page.getByLabel('Time', { exact: true }).getAttribute('aria-invalid'), 'true')
})

test('a page has the digits of one script', async (t) => {
  const holder = await holderIn('Europe/Amsterdam')
  await store(holder, await at('Europe/Amsterdam', 1, '10:00'))
  for (const locale of ['fa', 'bn'] as const) {
    const page = await web.open(t, { path: '/today', as: holder.staffEmail, locale })
    const text = await page.locator('main').innerText()
    assert.match(text, /\d/)
    assert.doesNotMatch(text, /(?!\d)\p{Nd}/u, `${locale} ${intlTag(locale)}`)
  }
})

function placeIn(page: Page) {
  return Object.fromEntries(new URL(page.url()).searchParams)
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box)
  return box
}
