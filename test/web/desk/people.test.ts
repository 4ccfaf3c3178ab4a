import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../harness.ts'
import { storeAppointment, storeUndelivered } from '../../operation-cases.ts'
import { arrive, assertAccessible, isFocused, screenshot, startWeb, typeInto } from '../world.ts'

const web = startWeb()

const bakker = { displayName: 'Noor de Bakker', phoneNumberE164: '+31612349101', email: 'noor@bakker.example' }

test('the key / finds a person by last name or number from any page, and no address holds what was typed', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  await storeAppointment(web.product, holder, 48, { recipient: bakker })
  await storeAppointment(web.product, holder, 48, {
    recipient: { displayName: 'Tim de Bakker', phoneNumberE164: '+31612349102' },
  })
  const page = await web.open(t, { path: '/delivery', as: holder.staffEmail })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  for (const typed of ['bakker noor', '06 1234 9101', '0031612349101', '9101']) {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    const field = page.getByRole('dialog').getByRole('searchbox')
    await eventually(() => isFocused(field))
    assert.equal(await field.inputValue(), '', 'the key itself is not typed')
    await page.keyboard.type(typed)
    await page.getByRole('menuitem', { name: /Noor de Bakker/ }).waitFor()
    await eventually(async () => (await page.getByRole('menuitem').count()) === 1)
    if (typed === 'bakker noor') await assertAccessible(page)
    await page.keyboard.press('Enter')
    await arrive(page, 'Noor de Bakker')
  }
  assert.deepEqual(
    [...addresses, page.url()].filter((address) => /bakker|9101/i.test(address)),
    [],
  )
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bakker')
  await eventually(async () => (await page.getByRole('menuitem').count()) === 2)
  await page.keyboard.type('sdfgh')
  await page.getByText('Nothing has that name.').waitFor()
})

test('in a field the key / is typed', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const page = await web.open(t, { path: '/appointments/new', as: holder.staffEmail })
  const title = page.getByLabel('Title')
  await title.focus()
  await page.keyboard.type('a/b')
  assert.equal(await title.inputValue(), 'a/b')
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('from a person a new appointment is made, the same again weeks later, and a note is kept for colleagues', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { recipient } = await storeAppointment(web.product, holder, 48, {
    recipient: { ...bakker, locale: 'tr' },
    title: 'Control',
  })
  const path = `/people/${recipient.personId}`
  const page = await web.open(t, { path, as: holder.staffEmail })
  await typeInto(page.getByLabel('Note'), 'Call after four')
  await page.getByRole('button', { name: 'Save the note' }).press('Enter')
  await page.getByText('The note has been saved').waitFor()
  await assertAccessible(page)
  await screenshot(page, 'person')
  await page.getByRole('link', { name: 'New appointment' }).press('Enter')
  await arrive(page, 'New appointment')
  assert.ok(!/bakker|9101/i.test(decodeURIComponent(page.url())))
  assert.equal(await page.getByLabel('Name').inputValue(), bakker.displayName)
  assert.equal(await page.getByRole('textbox', { name: 'Mobile number' }).inputValue(), bakker.phoneNumberE164)
  assert.equal(await page.getByLabel('Language of the messages').inputValue(), 'tr')
  await page.goBack()
  await arrive(page, bakker.displayName)
  assert.equal(await page.getByLabel('Note').inputValue(), 'Call after four')
  await page.getByRole('button', { name: 'The same again' }).press('Enter')
  await page.getByRole('menuitem', { name: '4 weeks later' }).press('Enter')
  await arrive(page, 'New appointment')
  assert.equal(await page.getByLabel('Title').inputValue(), 'Control')
  await page.getByRole('button', { name: 'Make the appointment' }).press('Enter')
  await arrive(page, bakker.displayName)
  const { body } = await holder.call('GET', `${path}/appointments?when=coming`)
  const [first, second] = body.data.items.map(({ startsAt }: { startsAt: string }) => Temporal.Instant.from(startsAt))
  const [from, to] = [first, second].map((instant) => instant.toZonedDateTimeISO('Europe/Amsterdam'))
  assert.equal(from.toPlainDate().until(to.toPlainDate(), { largestUnit: 'weeks' }).toString(), 'P4W')
  assert.equal(to.toPlainTime().toString().slice(0, 5), from.toPlainTime().toString().slice(0, 5))
})

test('at a place in another zone the time is named with it, and the same again is at that time there', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const timezone = 'America/New_York'
  const { startsAt, recipient } = await storeUndelivered(web.product, holder, 48, { recipient: bakker, timezone })
  const page = await web.open(t, { path: '/today/unreached', as: holder.staffEmail })
  await page.getByRole('row', { name: /[AP]M \(New York\)/ }).waitFor()
  await page.goto(`${web.product.baseUrl}/people/${recipient.personId}`)
  await page.getByRole('button', { name: 'The same again' }).press('Enter')
  await page.getByRole('menuitem', { name: '4 weeks later' }).press('Enter')
  await arrive(page, 'New appointment')
  await page.getByText('Time zone: New York').waitFor()
  await page.getByRole('button', { name: 'Make the appointment' }).press('Enter')
  await arrive(page, bakker.displayName)
  const { body } = await holder.call('GET', `/people/${recipient.personId}/appointments?when=coming`)
  const made = body.data.items.at(-1)
  const there = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timezone)
  assert.equal(made.timezone, timezone)
  const minutes = [there(startsAt).add({ weeks: 4 }), there(made.startsAt)].map((one) => one.toString().slice(0, 16))
  assert.equal(minutes[1], minutes[0])
})

test('a corrected contact is that of all coming appointments, and the page goes on with the person', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { id, recipient } = await storeAppointment(web.product, holder, 48, { recipient: bakker })
  const page = await web.open(t, { path: `/people/${recipient.personId}`, as: holder.staffEmail })
  await page.getByRole('button', { name: 'Correct the contact' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Correct the contact' })
  await assertAccessible(page)
  await dialog.getByLabel('Mobile number').fill('none yet')
  await dialog.getByRole('button', { name: 'Save the change' }).press('Enter')
  await eventually(() => isFocused(dialog.getByLabel('Mobile number')))
  await dialog.getByLabel('Mobile number').fill('06 1234 9199')
  await dialog.getByRole('button', { name: 'Save the change' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: '+31612349199' }).first().waitFor()
  await eventually(() => Promise.resolve(!page.url().includes(recipient.personId)))
  const { body } = await holder.call('GET', `/appointments/${id}`)
  assert.equal(body.data.recipient.phoneNumberE164, '+31612349199')
})

test('the call list is worked through by keyboard: results, the next one, a mistake taken back; and it prints', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { id } = await storeUndelivered(web.product, holder, 48, { recipient: bakker })
  const smit = { displayName: 'Tim Smit', phoneNumberE164: '+31612349103' }
  const second = await storeUndelivered(web.product, holder, 49, { recipient: smit })
  const child = { displayName: 'Bo Smit', phoneNumberE164: '+31612349103' }
  await storeAppointment(web.product, holder, 60, { recipient: child })
  const page = await web.open(t, { path: '/appointments', as: holder.staffEmail })
  await page.getByRole('link', { name: 'Call list' }).press('Enter')
  await arrive(page, 'Call list')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('Noor de Bakker').getByText('The telephone could not be reached.').waitFor()
  const link = row('Noor de Bakker').getByRole('link', { name: bakker.phoneNumberE164 })
  assert.equal(await link.getAttribute('href'), 'tel:+31612349101')
  await row('Tim Smit').getByRole('list', { name: 'Also on this number' }).getByText('Bo Smit').waitFor()
  await assertAccessible(page)
  await screenshot(page, 'call-list')
  await page.emulateMedia({ media: 'print' })
  assert.ok(await link.isVisible())
  assert.ok(!(await row('Noor de Bakker').getByRole('button', { name: 'No answer' }).isVisible()))
  await page.emulateMedia({ media: 'screen' })
  const read = async (one: string) => (await holder.call('GET', `/appointments/${one}`)).body.data
  await row('Noor de Bakker').getByRole('button', { name: 'Confirmed' }).press('Enter')
  await row('Noor de Bakker').waitFor({ state: 'detached' })
  assert.deepEqual((await read(id)).confirmation.via, 'staff')
  await eventually(async () => (await page.locator(':focus').textContent()) === 'Confirmed')
  await page.getByRole('button', { name: 'Undo: Noor de Bakker' }).press('Enter')
  await row('Noor de Bakker').waitFor()
  assert.equal((await read(id)).confirmation.status, 'unconfirmed')
  await row('Noor de Bakker').getByRole('button', { name: 'No answer' }).press('Enter')
  await row('Noor de Bakker').waitFor({ state: 'detached' })
  await row('Tim Smit').getByRole('button', { name: 'Cannot come' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel the appointment' })
  await dialog.getByText('The person cannot come').waitFor({ state: 'attached' })
  assert.equal((await read(second.id)).status, 'registered')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await read(second.id)).status === 'cancelled')
  await page.getByText('Nobody to call').waitFor()
  await page.getByRole('button', { name: 'How the call list is ordered' }).press('Enter')
  await page
    .getByRole('dialog')
    .getByText(/No score is shown or stored/)
    .waitFor()
  await assertAccessible(page)
})

test('a viewer sees whom to call and records nothing', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  await storeUndelivered(web.product, holder, 48, { recipient: bakker })
  await web.product.operator.query(`update staff_member set role = 'viewer' where email = $1`, [holder.staffEmail])
  const page = await web.open(t, { path: '/call-list', as: holder.staffEmail })
  await page.getByRole('link', { name: bakker.phoneNumberE164 }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'No answer' }).count(), 0)
})

test('whoever objects to the order of the call list is switched to the time of the appointment alone', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { recipient } = await storeAppointment(web.product, holder, 48, { recipient: bakker })
  const page = await web.open(t, { path: `/people/${recipient.personId}`, as: holder.staffEmail })
  await page.getByRole('switch', { name: /^Objects to the order of the call list/ }).press('Space')
  await eventually(
    async () => (await holder.call('GET', `/people/${recipient.personId}`)).body.data.isOrderedByStartOnly === true,
  )
})

test('beside what did not arrive stands the number, and it is sent again by the other channel once', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { id } = await storeUndelivered(web.product, holder, 48, { recipient: bakker })
  await web.product.operator.query(
    `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination_key, sender, handed_over_at, updated_at)
     select platform_holder_id, id, 1, id, 'sms', 'undelivered', 'twilio', '\\x00', 'x', handed_over_at, handed_over_at
     from reminder where appointment_id = $1 and handed_over_at is not null`,
    [id],
  )
  const page = await web.open(t, { path: `/appointments/${id}`, as: holder.staffEmail })
  await page.getByText('The message did not arrive.').waitFor()
  assert.equal(await page.getByRole('link', { name: /^Call/ }).getAttribute('href'), 'tel:+31612349101')
  assert.equal(await page.getByRole('button', { name: 'Send again by text message' }).count(), 0)
  await assertAccessible(page)
  await screenshot(page, 'not-reached')
  await page.getByRole('button', { name: 'Left a message' }).press('Enter')
  await page.getByRole('list', { name: 'What happened' }).getByText('Left a message').waitFor()
  await page.getByRole('button', { name: 'Send again by e-mail' }).press('Enter')
  await page.getByText(/^It will be sent:/).waitFor()
  const { rowCount } = await web.product.operator.query(
    `select from reminder where appointment_id = $1 and offset_key = 'again 1'`,
    [id],
  )
  assert.equal(rowCount, 1)
})
