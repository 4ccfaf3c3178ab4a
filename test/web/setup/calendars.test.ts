import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectCalendar, readIntegration } from '../../integration-world.ts'
import { assertAccessible, sanne, startWeb } from '../world.ts'

const web = startWeb()

test('a calendar is connected at its provider, chosen from and disconnected', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'nl' })
  // In English, because the page is and nobody chose another language for the account.
  const page = await web.open(t, { path: '/setup/integrations', as: holder.staffEmail })
  await page.getByRole('button', { name: 'Connect Google Calendar' }).press('Enter')
  await page.getByLabel('Account', { exact: true }).fill(`${holder.id}@praktijk.example`)
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  await page.getByRole('link').press('Enter')
  const panel = page.getByRole('region', { name: 'Google Calendar' })
  await panel.getByText('Connected', { exact: true }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/setup/integrations')

  await panel.getByLabel('Feestdagen').press('Space')
  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  await panel.getByText('Nothing to save.').waitFor()
  const { connection } = await readIntegration(holder, 'google_calendar')
  assert.ok(connection.calendars.every(({ selected }: { selected: boolean }) => selected))

  await panel.getByRole('button', { name: 'Disconnect Google Calendar' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Disconnect Google Calendar?' })
  await question.waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await panel.getByText('Disconnected').waitFor()
})

test('calendars that somebody else chose meanwhile are shown beside those chosen here, and saved over when that is meant', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'en' })
  const { integration } = await connectCalendar(web.product, holder, 'google_calendar')
  const page = await web.open(t, { path: '/setup/integrations', as: holder.staffEmail })
  const panel = page.getByRole('region', { name: 'Google Calendar' })
  await panel.getByLabel('Feestdagen').press('Space')
  const { version, calendars } = integration.connection
  const first: string = calendars.find(({ name }: { name: string }) => name !== 'Feestdagen').name
  const none = calendars.map(({ calendarId }: { calendarId: string }) => ({ calendarId, selected: false }))
  const other = { expectedVersion: version, calendars: none }
  assert.equal((await holder.call('PATCH', `/integrations/${integration.id}`, other)).status, 200)

  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  const note = panel.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime.' })
  await note.getByText('Now: None').waitFor()
  await note.getByText(/^Your version: .*Feestdagen/).waitFor()
  await assertAccessible(page)
  assert.ok(await panel.getByLabel('Feestdagen').isChecked())

  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  await panel.getByText('Nothing to save.').waitFor()
  const { connection } = await readIntegration(holder, 'google_calendar')
  const chosen = connection.calendars.filter(({ selected }: { selected: boolean }) => selected)
  assert.deepEqual(chosen.map(({ name }: { name: string }) => name).toSorted(), ['Feestdagen', first].toSorted())
})

test('a page of set-up that cannot be read says so with the id of the request, and can be tried again', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  await page.route('**/reminder-policy', (route) => route.abort())
  await page.getByRole('link', { name: 'Set-up' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Set-up' }).waitFor()
  await page.getByRole('link', { name: 'Reminders' }).press('Enter')
  await page.getByText('No connection.').waitFor()
  await page.unroute('**/reminder-policy')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Reminders' }).waitFor()
})
