import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { StaffRole } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually } from '../../harness.ts'
import { arrive, sanne, screenshot, startWeb } from '../world.ts'

const web = startWeb()

const addressOf = (role: string) => `${role}@roles.example`

before(async () => {
  await web.ready()
  const [own] = (
    await web.product.operator.query<{ holder: string; place: string }>(
      `select m.platform_holder_id as holder, h.scheduling_setup #>> '{locations,0,id}' as place
       from staff_member m join platform_holder h using (platform_holder_id) where m.email = $1`,
      [sanne],
    )
  ).rows
  assert.ok(own)
  for (const role of ['viewer', 'scheduler', 'integrator'] as const)
    await inTransaction(web.product.operator, { holder: null }, (tx) =>
      inviteStaff(tx, own.holder, addressOf(role), role satisfies StaffRole),
    )
  const { id } = await inTransaction(web.product.operator, { holder: null }, (tx) =>
    inviteStaff(tx, own.holder, addressOf('limited'), 'scheduler'),
  )
  await web.product.operator.query('update staff_member set location_ids = $2 where id = $1', [id, [own.place]])
})

const menu = async (page: Page) =>
  (await page.getByRole('navigation', { name: 'Main menu' }).first().getByRole('link').allInnerTexts()).map(
    (name) =>
      // A count of what waits stands below.
      name.split('\n')[0],
  )

test('a viewer sees the appointments, nothing to change them, and a sentence where a page is not for them', async (t) => {
  const page = await web.open(t, { path: '/today', as: addressOf('viewer') })
  assert.deepEqual(await menu(page), ['Today', 'Appointments', 'Requests', 'Delivery', 'Account', 'Voice', 'Help'])
  await page.getByRole('link', { name: 'Appointments', exact: true }).first().click()
  await arrive(page, 'Appointments')
  const main = page.getByRole('main')
  const row = main.getByRole('table').getByRole('link').first()
  await row.waitFor()
  for (const name of ['New appointment', 'Import', 'Closed, ill or late'])
    assert.equal(await main.getByRole('link', { name, exact: true }).count(), 0, name)
  assert.equal(await main.getByRole('checkbox').count(), 0)
  await row.click()
  await main.getByRole('heading', { name: 'What happened' }).waitFor()
  for (const name of [/Cancel the appointment/, /Change the language/, /Confirmed by telephone/, /Asked by letter/])
    assert.equal(await main.getByRole('button', { name }).count(), 0, String(name))
  for (const path of [
    '/setup/types',
    '/setup/reminders',
    '/appointments/new',
    '/account/billing',
    '/setup/webhooks',
    '/batches',
  ]) {
    await page.goto(`${web.product.baseUrl}${path}`)
    await page.getByRole('heading', { level: 1, name: 'This page is not for your role' }).waitFor()
    assert.equal(await main.getByText('Ask whoever manages your organization.').count(), 1, path)
  }
  await page.goto(`${web.product.baseUrl}/account`)
  await page.getByRole('heading', { level: 1, name: 'Language' }).waitFor()
  const tabs = await page.getByRole('navigation', { name: 'Account menu' }).getByRole('link').allInnerTexts()
  assert.deepEqual(tabs.slice(0, 2), ['API keys', 'Language'])
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').waitFor()
  await page.keyboard.type('webhooks')
  await eventually(async () => (await page.getByRole('menuitem').count()) === 0)
})

test('a viewer’s deep link is refused in words in Arabic on a telephone too', async (t) => {
  const page = await web.open(t, { path: '/setup/types', as: addressOf('viewer'), locale: 'ar', width: 390 })
  await page.getByRole('heading', { level: 1, name: 'هذه الصفحة ليست متاحة لدورك' }).waitFor()
  await screenshot(page, 'refused-ar-390')
})

test('a scheduler makes and changes appointments, and sets nothing up', async (t) => {
  const page = await web.open(t, { path: '/appointments', as: addressOf('scheduler') })
  assert.deepEqual(await menu(page), ['Today', 'Appointments', 'Requests', 'Delivery', 'Account', 'Voice', 'Help'])
  await page.getByRole('main').getByRole('link', { name: 'New appointment' }).click()
  await arrive(page, 'New appointment')
})

test('an integrator sets up what connects systems, and no more', async (t) => {
  const page = await web.open(t, { path: '/setup', as: addressOf('integrator') })
  await page.getByRole('heading', { level: 1, name: 'Set-up' }).waitFor()
  const main = page.getByRole('main')
  assert.deepEqual(await main.getByRole('link').allInnerTexts(), ['Calendars', 'Webhooks'])
  assert.deepEqual(await main.getByRole('heading', { level: 2 }).allInnerTexts(), ['Other systems'])
  assert.ok(!(await menu(page)).includes('Requests'))
})

test('somebody who works at one location chooses among no others, and has no report of all', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: addressOf('limited') })
  const options = await page.getByRole('combobox', { name: 'Location' }).getByRole('option').allInnerTexts()
  assert.deepEqual(options.length, 2, options.join())
  assert.equal(options[0], 'Choose')
  assert.ok(!(await menu(page)).includes('Delivery'))
  await page.goto(`${web.product.baseUrl}/delivery`)
  await page.getByRole('heading', { level: 1, name: 'This page is not for your role' }).waitFor()
})
