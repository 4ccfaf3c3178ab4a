import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestHolder } from '../../harness.ts'
import { startWeb, typeInto } from '../world.ts'

const web = startWeb()

/** A page of an organization of its own. */
async function openSetup(t: TestContext, path: string): Promise<{ page: Page; holder: TestHolder }> {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Beuk' })
  return { holder, page: await web.open(t, { path, as: holder.staffEmail }) }
}

/** Bodies of calls by this method to addresses with this end. */
function callsOf(page: Page, method: string, end: string): readonly unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === method && request.url().endsWith(end)) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('before other reminders are planned it is said how many, and a double press sends one change', async (t) => {
  const { page, holder } = await openSetup(t, '/setup/reminders')
  const startsAt = (await web.product.clock.now()).add({ hours: 24 * 20 })
  const booked = await holder.call('POST', '/appointments', {
    clientRequestId: randomUUID(),
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 20 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Sanne de Vries', phoneNumberE164: '+31612345678' },
  })
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  const calls = callsOf(page, 'PATCH', '/reminder-policy')
  await page.getByRole('button', { name: 'Add a reminder' }).press('Enter')
  await page.getByRole('group', { name: 'Reminder 3' }).getByLabel('Purpose').selectOption('Asks to confirm')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByText(/This changes \d reminders? that/).waitFor()
  await question.getByRole('button', { name: 'Save and change them' }).dblclick()
  await question.waitFor({ state: 'detached' })
  await page.getByText('Nothing to save.').waitFor()
  assert.equal(calls.length, 2)
  const { body } = await holder.call('GET', '/reminder-policy')
  assert.equal(body.data.steps.length, 3)
  assert.equal(body.data.version, 2)
})

test('what others saved meanwhile is shown beside what was typed, and neither is lost', async (t) => {
  const { page, holder } = await openSetup(t, '/setup/reminders')
  await page.getByLabel('Tell people when an appointment is made').press('Space')
  await typeInto(page.getByLabel('Latest sending time (minutes before)'), '45')
  const other = { expectedVersion: 1, minLeadMinutes: 60, groupSameDay: true }
  assert.equal((await holder.call('PATCH', '/reminder-policy', other)).status, 200)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const note = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime.' })
  await note.waitFor()
  await note.getByText('Now: 60 minutes before').waitFor()
  await note.getByText('Your version: 45 minutes before').waitFor()
  await note.getByText('One message a day').waitFor()
  await note.getByRole('button', { name: 'Use their version' }).press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('Nothing to save.').waitFor()
  const { body } = await holder.call('GET', '/reminder-policy')
  const { minLeadMinutes, groupSameDay, sendRegistrationNotice, version } = body.data
  assert.deepEqual(
    { minLeadMinutes, groupSameDay, sendRegistrationNotice, version },
    { minLeadMinutes: 60, groupSameDay: true, sendRegistrationNotice: true, version: 3 },
  )
})

test('a sender that cannot be is refused at its field, and who leaves is asked', async (t) => {
  const { page } = await openSetup(t, '/setup/reminders')
  await page.getByLabel('A name').press('Space')
  await typeInto(page.getByLabel('Name', { exact: true }), '12345')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('This is not in the right format.').waitFor()
  await page.getByRole('navigation', { name: 'Set-up' }).getByRole('link').press('Enter')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Set-up' }).waitFor()
})

test('how long before is said in languages that browsers do not speak, and with one or several', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Beuk' })
  const page = await web.open(t, { path: '/setup/types', as: holder.staffEmail, locale: 'pap-CW' })
  await page.getByText('3 dia promé, 1 dia promé').first().waitFor()
  const irish = await web.open(t, { path: '/setup/types', as: holder.staffEmail, locale: 'ga' })
  await irish.getByText('3 lá roimhe, 1 lá roimhe').first().waitFor()
})
