import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually, type TestHolder } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { arrive, assertAccessible, isFocused, startWeb } from '../world.ts'

const web = startWeb()
let holder: TestHolder
let appointment: string
before(async () => {
  await web.ready()
  holder = await web.product.createHolder({ defaultLocale: 'en' })
  appointment = (await storeAppointment(web.product, holder)).id
  await holder.call('GET', `/appointments/${appointment}`)
})

test('who looked at an appointment is one press from its page, and an entry tells who, when and from where', async (t) => {
  const page = await web.open(t, { path: `/appointments/${appointment}`, as: holder.staffEmail })
  await page.getByRole('link', { name: 'Who looked at this appointment' }).press('Enter')
  await arrive(page, 'Audit')
  assert.equal(new URL(page.url()).searchParams.get('subject'), appointment)
  await page.getByText('Only what was done with this appointment or person.').waitFor()
  const made = page.getByRole('link', { name: 'createHolderAppointment' })
  await made.waitFor()
  await assertAccessible(page)
  await made.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who did what' })
  await dialog.getByText('Made · Appointments').waitFor()
  const text = (await dialog.textContent()) ?? ''
  for (const part of [holder.staffEmail, '127.0.0.0/24', 'API key', appointment]) assert.ok(text.includes(part), part)
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => isFocused(made))
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await eventually(async () => new URL(page.url()).search === '')
})

test('what is listed is downloaded, with its filters', async (t) => {
  const page = await web.open(t, { path: `/setup/audit?subject=${appointment}`, as: holder.staffEmail })
  for (const [name, begins] of [
    ['CSV', 'at,action,'],
    ['JSON', '{"platformHolderId"'],
    ['OCSF', '{"category_uid"'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).press('Enter')
    const stream = await (await downloading).createReadStream()
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    assert.ok(text.startsWith(begins), text.slice(0, 80))
    assert.ok(text.includes(appointment) && text.includes('createHolderAppointment'))
  }
})

test('the control list counts this month, by the figure that is chosen, and leads to what somebody did', async (t) => {
  const page = await web.open(t, { path: '/setup/audit', as: holder.staffEmail })
  await page.getByRole('link', { name: 'Control list' }).press('Enter')
  await arrive(page, 'Control list')
  const who = page.getByRole('link', { name: holder.staffEmail })
  await who.waitFor()
  await page.getByLabel('Highest first').selectOption('outside')
  await eventually(async () => new URL(page.url()).searchParams.get('order') === 'outside')
  await who.waitFor()
  await assertAccessible(page)
  await page.getByLabel('Month').selectOption({ index: 13 })
  await page.getByText('Nobody opened anybody in this month').waitFor()
  await page.getByLabel('Month').selectOption({ index: 0 })
  await who.press('Enter')
  await arrive(page, 'Audit')
  assert.equal(new URL(page.url()).searchParams.get('actor'), holder.actorId)
  await page.getByRole('link', { name: 'getHolderAppointment', exact: false }).first().waitFor()
})

test('whoever may not see it is told so, and has no way to it', async (t) => {
  const viewer = await web.product.createHolder({ defaultLocale: 'en' })
  const { id: appointmentOfViewer } = await storeAppointment(web.product, viewer)
  await web.product.operator.query(`update staff_member set role = 'viewer' where id = $1`, [viewer.actorId])
  const page = await web.open(t, { path: '/setup/audit', as: viewer.staffEmail })
  await page.getByRole('heading', { level: 1, name: 'This page is not for your role' }).waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  await page.goto(`${web.product.baseUrl}/appointments/${appointmentOfViewer}`)
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Who looked at this appointment' }).count(), 0)
})
