import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment, storeType } from '../../operation-cases.ts'
import { assertAccessible, isFocused, startWeb } from '../world.ts'

const web = startWeb({ own: true })
const languages = ['nl', 'nl', 'nl', 'en', 'tr', 'ar', 'pl', 'uk']
const ill = 38

before(async () => {
  await web.ready()
  // Half past seven in Amsterdam: in half an hour the first of them stands at the door.
  const { clock } = web.product
  const day = (await clock.now()).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().add({ days: 1 })
  await clock.set(day.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: '07:30' }).toInstant().toString())
})

let phones = 0

/** An organization with the 38 appointments of a doctor today, two of them without a mobile number, and those of a colleague. */
async function openPractice(): Promise<TestHolder> {
  const holder = await web.product.createHolder({ displayName: 'Praktijk Eik', defaultLocale: 'nl' })
  const doctor = await storeType(holder, { name: { nl: 'Dr. Bakker', en: 'Dr. Bakker' } })
  const startsIn = (index: number) => 0.5 + index * 0.2
  const book = async (index: number, appointmentTypeId: string | null) => {
    phones += 1
    const phoneNumberE164 = index < 2 ? `+3130123${4_000 + phones}` : `+31611${400_007 + phones * 10}`
    const locale = languages[index % languages.length]
    const recipient = { displayName: `Persoon ${index}`, phoneNumberE164, ...(locale === 'uk' ? {} : { locale }) }
    await storeAppointment(web.product, holder, 240, {
      ...(await at(startsIn(index))),
      recipient,
      ...(appointmentTypeId === null ? {} : { appointmentTypeId }),
    })
  }
  for (let index = 0; index < ill; index += 1) await book(index, doctor.id)
  for (let index = 3; index < 6; index += 1) await book(index, null)
  return holder
}

async function at(hours: number): Promise<{ startsAt: string; endsAt: string }> {
  const startsAt = (await web.product.clock.now()).round('second').add({ minutes: Math.round(hours * 60) })
  return { startsAt: startsAt.toString(), endsAt: startsAt.add({ minutes: 10 }).toString() }
}

const figure = (page: Page, id: string) => page.locator(`[data-figure="${id}"] dd`).innerText()

/** The two minutes pass, everybody is written to, and the two without a mobile number are on the list. */
async function untilTold(page: Page, holder: TestHolder): Promise<void> {
  await page.getByText('Nothing has happened yet').waitFor()
  await web.product.clock.advance('PT121S')
  await page.getByText('Done: everybody is told or on the list to call.').waitFor()
  assert.deepEqual([await figure(page, 'told'), await figure(page, 'mustCall')], [String(ill - 2), '2'])
  const rows = page.getByRole('table', { name: 'To call' }).getByRole('row')
  assert.equal(await rows.count(), 3)
  const { rows: states } = await web.product.operator.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from appointment where platform_holder_id = $1 group by 1 order by 1',
    [holder.id],
  )
  assert.deepEqual(states, [
    { status: 'cancelled', count: ill },
    { status: 'registered', count: 3 },
  ])
}

test('the doctor is ill and 38 people are on their way: told within two minutes with the mouse, in six presses', async (t) => {
  const holder = await openPractice()
  const page = await web.open(t, { path: '/today', as: holder.staffEmail })
  const since = performance.now()
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  await press(page.getByRole('link', { name: 'Appointments', exact: true }).first())
  await press(page.getByRole('link', { name: 'Closed, ill or late' }))
  // The browser's own list: a press opens it and a press chooses.
  presses += 2
  await page.getByLabel('Type').selectOption({ label: 'Dr. Bakker' })
  await page.getByRole('button', { name: `Cancel ${ill} appointments` }).waitFor()
  assert.deepEqual([await figure(page, 'sms'), await figure(page, 'call')], [String(ill - 2), '2'])
  await assertAccessible(page)
  await press(page.getByRole('button', { name: `Cancel ${ill} appointments` }))
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const seconds = (performance.now() - since) / 1_000
  await untilTold(page, holder)
  await assertAccessible(page)
  t.diagnostic(`${presses} presses, ${seconds.toFixed(1)} s until it was confirmed`)
  assert.ok(presses <= 6, `${presses} presses`)
  assert.ok(seconds < 120, `${seconds} s`)
})

test('the same with the keyboard alone', async (t) => {
  const holder = await openPractice()
  const page = await web.open(t, { path: '/today', as: holder.staffEmail })
  const since = performance.now()
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const tabTo = async (target: Locator) => {
    await target.waitFor()
    for (let tabs = 0; tabs < 40 && !(await isFocused(target)); tabs += 1) await press('Tab')
    assert.ok(await isFocused(target))
  }
  await press('Control+k')
  await eventually(() => isFocused(page.getByRole('dialog').getByRole('searchbox')))
  for (const letter of 'ill') await press(letter)
  await page.getByRole('menuitem', { name: 'Closed, ill or late' }).waitFor()
  await press('Enter')
  await page.getByRole('heading', { name: 'Closed, ill or late', level: 1 }).waitFor()
  await tabTo(page.getByLabel('Type'))
  // The list is searched by typing.
  await press('d')
  const confirm = page.getByRole('button', { name: `Cancel ${ill} appointments` })
  await tabTo(confirm)
  await press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await eventually(() => isFocused(undo))
  const seconds = (performance.now() - since) / 1_000
  t.diagnostic(`${presses} presses, ${seconds.toFixed(1)} s until it was confirmed`)
  assert.ok(presses <= 40, `${presses} presses`)
  assert.ok(seconds < 120, `${seconds} s`)
  await untilTold(page, holder)
})

test('what was confirmed is undone, and Today says what is under way', async (t) => {
  const holder = await openPractice()
  const page = await web.open(t, { path: '/batches', as: holder.staffEmail })
  await page.getByRole('button', { name: `Cancel ${ill + 3} appointments` }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('link', { name: 'Today' }).first().click()
  await page.getByRole('link', { name: 'Messages about changed appointments are leaving' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone. Nothing has changed.').waitFor()
  const { rows } = await web.product.operator.query(
    `select from appointment where platform_holder_id = $1 and status <> 'registered'`,
    [holder.id],
  )
  assert.equal(rows.length, 0)
})

test('of single ones that were selected it says how many are left out, because they are too far ahead or not today', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk Esdoorn', defaultLocale: 'nl' })
  for (const [index, hours] of [3, 12 * 24, 20 * 24].entries())
    await storeAppointment(web.product, holder, 240, {
      ...(await at(hours)),
      recipient: { displayName: `Later ${index}`, phoneNumberE164: `+3161234020${index}` },
    })
  const page = await web.open(t, { path: '/appointments?view=list', as: holder.staffEmail })
  for (const index of [0, 1, 2])
    await page
      .getByRole('row', { name: `Later ${index}` })
      .getByRole('checkbox')
      .press('Space')
  await page.getByRole('link', { name: 'Closed, ill or late' }).last().press('Enter')
  await page.getByRole('button', { name: 'Cancel 2 appointments' }).waitFor()
  await page.getByText(/^Left out of your selection: 1\. Only 14 days/).waitFor()
  await assertAccessible(page)
  await page.getByRole('radio', { name: /^They start later today/ }).press('Space')
  await page.getByText(/^Left out of your selection: 2\./).waitFor()
})

test('in the evening the page says how many messages wait until the morning, before it is confirmed and after', async (t) => {
  const { clock } = web.product
  const timeZone = 'Europe/Amsterdam'
  const tomorrow = (await clock.now()).toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 })
  await clock.set(tomorrow.toZonedDateTime({ timeZone, plainTime: '22:00' }).toInstant().toString())
  const holder = await web.product.createHolder({ displayName: 'Praktijk Es', defaultLocale: 'nl' })
  for (const [index, hours] of [2, 15, 16].entries())
    await storeAppointment(web.product, holder, 240, {
      ...(await at(hours)),
      recipient: { displayName: `Avond ${index}`, phoneNumberE164: `+3161234010${index}` },
    })
  const next = tomorrow.add({ days: 1 })
  const page = await web.open(t, { path: `/batches?day=${tomorrow}&until=${next}`, as: holder.staffEmail })
  const note = page.getByText(
    /^Waiting until the hours without messages are over: 2\. The last message leaves on .*08:00\.$/,
  )
  await note.waitFor()
  await page.getByRole('button', { name: 'Cancel 3 appointments' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await clock.advance('PT121S')
  await eventually(
    async () => (await page.locator('[data-figure="told"] dd').count()) === 1 && (await figure(page, 'told')) === '1',
  )
  await note.waitFor()
  assert.equal(await figure(page, 'onTheWay'), '2')
  await assertAccessible(page)
})
