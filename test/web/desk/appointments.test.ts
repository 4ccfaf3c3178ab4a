import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { newIntake, storeAppointment } from '../../operation-cases.ts'
import { textOf } from '../texts.ts'
import { arrive, assertAccessible, isFocused, sanne, screenshot, startWeb, typeInto, typeParts } from '../world.ts'

const web = startWeb()

test('a person is found from the list, an appointment opens with its history, and Back leads to the person', async (t) => {
  const page = await web.open(t, { path: '/appointments', as: sanne })
  await page.getByRole('button', { name: 'Find a person' }).press('Enter')
  await page.getByRole('dialog').getByRole('searchbox').fill('vermeer')
  await page.getByRole('menuitem', { name: /^Kees Vermeer/ }).waitFor()
  await page.keyboard.press('Enter')
  await arrive(page, 'Kees Vermeer')
  const person = page.url()
  assert.ok(!/kees|vermeer|\+31/i.test(person))
  await page.getByRole('table', { name: 'Messages sent' }).getByRole('link').first().press('Enter')
  const history = page.getByRole('list', { name: 'What happened' })
  await history.getByText('Appointment registered').waitFor()
  await history.getByText('The telephone could not be reached.').first().waitFor()
  await screenshot(page, 'appointment')
  await assertAccessible(page)
  await page.goBack()
  assert.equal(page.url(), person)
})

test('the list begins at the day that is typed', async (t) => {
  const page = await web.open(t, { path: '/appointments', as: sanne })
  // Typed part by part; the year 2 on the way to 2025 is not looked for.
  await page.getByRole('button', { name: /^From/ }).press('Enter')
  await typeParts(page.getByRole('group', { name: 'From' }), [2, 1, 2025])
  await eventually(async () => new URL(page.url()).searchParams.get('day') === '2025-01-02')
  await page.getByRole('heading', { level: 1, name: 'Appointments' }).waitFor()
})

test('an appointment is made by keyboard, changed, and cancelled, and its history says each', async (t) => {
  const page = await web.open(t, { path: '/appointments', as: sanne })
  await page.getByRole('link', { name: 'New appointment' }).press('Enter')
  await arrive(page, 'New appointment')
  await page.getByRole('button', { name: 'Make the appointment' }).press('Enter')
  await page.getByText('Fill this in.').first().waitFor()
  await eventually(() => isFocused(page.getByLabel('Name')))
  await page.getByLabel('Name').fill('Tess Visser')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('06 1234 0199')
  const day = (await web.product.clock.now()).add({ hours: 240 }).toZonedDateTimeISO('Europe/Amsterdam')
  await typeParts(page.getByRole('group', { name: 'Day' }), [day.day, day.month, day.year])
  await page.getByLabel('Time', { exact: true }).fill('10:30')
  await page.getByLabel('Location').selectOption('Lindelaan 1')
  await page.getByRole('button', { name: 'Make the appointment' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Tess Visser' }).waitFor()
  await page.getByText('Lindelaan 1').waitFor()
  await page.getByRole('link', { name: '+31612340199' }).waitFor()
  await page.getByText('Reminder is planned').or(page.getByText('Request to confirm is planned')).first().waitFor()
  await page.getByRole('link', { name: 'Change or move' }).press('Enter')
  // The name of the location is no place that was typed, which would stay when the location changes.
  assert.equal(await page.getByLabel('Place').inputValue(), '')
  await typeInto(page.getByLabel('Place'), 'Room 4')
  await page.getByRole('button', { name: 'Save the change' }).press('Enter')
  await page.getByText('Room 4').waitFor()
  await page.getByRole('button', { name: 'Cancel the appointment' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel the appointment' })
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).press('Enter')
  await page.getByRole('list', { name: 'What happened' }).getByText('Cancelled', { exact: true }).waitFor()
})

test('two people who change one appointment both see what the other stored, and lose nothing they typed', async (t) => {
  const path = await pathOfLocal()
  const one = await web.open(t, { path: `${path}/edit`, as: sanne })
  const other = await web.open(t, { path: `${path}/edit`, as: sanne })
  await one.getByLabel('Place').fill('Room 1')
  await one.getByRole('button', { name: 'Save the change' }).click()
  await one.getByRole('heading', { level: 1 }).waitFor()
  await one.getByText('Room 1').waitFor()
  await other.getByLabel('Title').fill('Second opinion')
  await other.getByRole('button', { name: 'Save the change' }).click()
  await other.getByRole('alert').getByText('Room 1').waitFor()
  assert.equal(await other.getByLabel('Title').inputValue(), 'Second opinion')
  await other.getByRole('button', { name: 'Save mine anyway' }).click()
  await other.getByText('Second opinion').waitFor()
  await other.getByText('Room 1').waitFor()
})

/** A future appointment that staff made themselves. */
async function pathOfLocal(): Promise<string> {
  const { rows } = await web.product.operator.query<{ id: string }>(
    `select a.id from appointment a join platform_holder h using (platform_holder_id)
     where a.origin = 'local' and a.status = 'registered' and a.starts_at > tijdig_now() + interval '1 day' and h.display_name like '%Linde%'
     order by a.starts_at limit 1`,
  )
  assert.ok(rows[0])
  return `/appointments/${rows[0].id}`
}

for (const locale of ['en', 'ar'])
  test(`the language of somebody whose appointment comes from a system is set by keyboard, and remembered, in ${locale}`, async (t) => {
    const say = (english: string) => (locale === 'en' ? english : textOf(locale, english))
    const holder = await web.product.createHolder()
    const hand = async () => (await holder.call('POST', '/appointments/intake', await newIntake(web.product))).body.data
    const { appointmentId } = await hand()
    const page = await web.open(t, { path: `/appointments/${appointmentId}`, as: holder.staffEmail, locale })
    const fact = page.locator('dd', { has: page.getByRole('button', { name: say('Change the language') }) })
    await fact.getByText(say('The organization’s language')).waitFor()
    await fact.getByRole('button').press('Enter')
    const dialog = page.getByRole('dialog', { name: say('Change the language') })
    await dialog.getByLabel(say('Language of the messages')).selectOption('Türkçe')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: say('Save the change') }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await fact.locator('span', { hasText: 'Türkçe' }).waitFor()
    await screenshot(page, `language-of-person-${locale}`)
    const next = await holder.call('GET', `/appointments/${(await hand()).appointmentId}`)
    assert.equal(next.body.data.recipient.locale, 'tr')

    // Whoever makes the next appointment need not say it again, and who says it corrects it for all.
    await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/appointments/new' })`)
    const choice = page.getByLabel(say('Language of the messages'))
    await choice.waitFor()
    assert.equal(await choice.inputValue(), '')
    await choice
      .locator('option', { hasText: say('As before, otherwise the organization’s language') })
      .waitFor({ state: 'attached' })
  })

test('an edit that says nothing of the language leaves what others have said of it meanwhile', async (t) => {
  const holder = await web.product.createHolder()
  const { id, recipient } = await storeAppointment(web.product, holder)
  const page = await web.open(t, { path: `/appointments/${id}/edit`, as: holder.staffEmail })
  await page.getByLabel('Language of the messages').waitFor()
  await holder.call(
    'POST',
    '/appointments/intake',
    await newIntake(web.product, { recipient: { ...said(recipient), locale: 'pl' } }),
  )
  await page.getByLabel('E-mail address').fill('new@example.com')
  await page.getByRole('button', { name: 'Save the change' }).click()
  await page.getByRole('link', { name: 'new@example.com' }).waitFor()
  await page.locator('dd span', { hasText: 'Polski' }).waitFor()
})

function said({ displayName, email, phoneNumberE164 }: Record<string, string>) {
  return { displayName, email, phoneNumberE164 }
}

test('a name of one endless word makes no list wider than the page', async (t) => {
  const holder = await web.product.createHolder()
  const displayName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)
  const { startsAt } = await storeAppointment(web.product, holder, 240, {
    recipient: { displayName, email: 'a@example.com' },
  })
  const page = await web.open(t, { path: `/appointments?day=${startsAt.slice(0, 10)}`, as: holder.staffEmail })
  await page.getByRole('row', { name: displayName }).waitFor()
  const box = "document.querySelector('main table').parentElement"
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await page.evaluate(`${box}.scrollWidth - ${box}.clientWidth`), 0, `at ${width} px`)
  }
})
