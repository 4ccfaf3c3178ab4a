import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness.ts'
import { assertAccessible, screenshot, startWeb, storedKeys } from './world.ts'

// A product of its own, because it resets all data.
const web = startWeb({ own: true })

const portalOf = (page: Page) => page.frameLocator('iframe[title="The portal"]')
const bothAreThere = async (page: Page) => {
  const frames = () => page.frames().filter((frame) => frame.url() !== 'about:blank')
  await eventually(async () => (await frames()[1]?.locator('h1').count()) === 1)
}

for (const locale of ['en', 'ar'])
  for (const width of [320, 1280])
    test(`the demo has no fault of accessibility in ${locale} at ${width} px`, async (t) => {
      const page = await web.open(t, { path: '/demo', locale, width })
      await bothAreThere(page)
      await screenshot(page, `demo-${locale}-${width}`)
      await assertAccessible(page)
    })

test('the root of the origin leads to the demo', async (t) => {
  const page = await web.open(t, { path: '/' })
  assert.equal(new URL(page.url()).pathname, '/demo')
  await page.getByText('Test environment: no real messages are sent').waitFor()
})

test('a newcomer makes an appointment, hears the telephone, taps, and sees it in the portal; then one that fails', async (t) => {
  const page = await web.open(t, { path: '/demo' })
  const telephone = page.getByRole('region', { name: 'The telephone of Noor Jansen' })
  await page.getByRole('button', { name: 'Make the appointment' }).click()
  await page.getByText('Tap the link in the newest message').waitFor()
  await screenshot(page, 'demo-rings')
  // The picture of the README: TIJDIG_TEST_PICTURES=1 npm test -- test/web/demo.test.ts
  if (process.env['TIJDIG_TEST_PICTURES']) await page.screenshot({ path: 'docs/demo.png' })
  await telephone.getByRole('button', { name: /\/m\// }).last().click()
  await page
    .frameLocator('iframe[title="What the link opens"]')
    .getByRole('button', { name: 'Yes, I will come' })
    .click()
  await page.getByText('The portal shows it as confirmed.').waitFor()
  const { rows } = await web.product.operator.query(
    `select confirmed_via from appointment where recipient_name = 'Noor Jansen' and confirmed_at is not null`,
  )
  assert.deepEqual(rows, [{ confirmedVia: 'message_link' }])
  // Late in the evening the appointment is tomorrow, and shown by itself.
  const heading = portalOf(page).getByRole('heading', { level: 1, name: /^(Today|Noor Jansen)$/ })
  await heading.waitFor()
  await page.getByRole('button', { name: 'Try Kees Vermeer' }).click()
  await page.getByText('Kees Vermeer cannot be reached').waitFor()
  await eventually(async () => {
    const failed = await web.product.operator.query(
      `select 1 from reminder r join appointment a on a.id = r.appointment_id
       where a.recipient_name = 'Kees Vermeer' and a.starts_at between tijdig_now() and tijdig_now() + interval '2 hours' and r.state in ('undelivered', 'failed')`,
    )
    return (failed.rowCount ?? 0) > 0
  })
  await page.getByRole('button', { name: 'See it in the portal' }).click()
  await portalOf(page)
    .getByText(/Kees Vermeer/)
    .first()
    .waitFor()
  await screenshot(page, 'demo-done')
  await assertAccessible(page)
})

test('the app on the telephone is signed in as its owner, also after a day', async (t) => {
  const page = await web.open(t, { path: '/demo' })
  await page.getByRole('button', { name: 'App', exact: true }).click()
  const app = page.frameLocator('iframe[title="The app"]')
  await app.getByText('Huisartsenpraktijk De Linde').first().waitFor()
  await page.getByRole('button', { name: '+1 day' }).click()
  await page.getByRole('button', { name: 'App', exact: true }).and(page.locator('[aria-pressed=false]')).waitFor()
  await page.getByRole('button', { name: 'App', exact: true }).click()
  await app.getByRole('heading', { level: 1, name: 'Next appointment' }).waitFor()
  await app
    .getByText(/Huisartsenpraktijk De Linde|Harbour Dental/)
    .first()
    .waitFor()
  assert.deepEqual(await storedKeys(page), ['tijdig.locale'])
})

test('a language turns both sides, and beginning anew leaves the demo as on its first day', async (t) => {
  const page = await web.open(t, { path: '/demo' })
  await page.getByLabel('Language of both sides').selectOption('العربية')
  await eventually(async () => (await page.locator('html').getAttribute('dir')) === 'rtl')
  await bothAreThere(page)
  assert.equal(await page.frames()[1]?.locator('html').getAttribute('dir'), 'rtl')
  await screenshot(page, 'demo-turned')
  const begunAnew = page.waitForEvent('load', { timeout: 60_000 })
  await page.getByRole('banner').getByRole('button').last().click()
  await begunAnew
  await bothAreThere(page)
  const { rows } = await web.product.operator.query('select count(*) as count from appointment')
  assert.deepEqual(rows, [{ count: 40 }])
})

test('on a telephone one side shows at a time, by itself the one where something happens; a language goes on at the same step', async (t) => {
  const page = await web.open(t, { path: '/demo', width: 390 })
  await bothAreThere(page)
  const telephone = page.getByRole('region', { name: 'The telephone of Noor Jansen' })
  assert.equal(await telephone.isVisible(), false)
  await page.getByRole('button', { name: 'Make the appointment' }).click()
  await telephone.waitFor()
  await page.getByRole('button', { name: 'The portal', exact: true }).click()
  await telephone.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'The telephone of Noor Jansen' }).click()
  await telephone.waitFor()
  await assertAccessible(page)
  await page.getByLabel('Language of both sides').selectOption('Nederlands')
  await page.getByText('Tik op de link in het nieuwste bericht').waitFor()
  await screenshot(page, 'demo-telephone')
})
