import { test } from 'node:test'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { startWeb } from './world.ts'

const web = startWeb()

test('pictures', async (t) => {
  const es = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const iep = await web.product.createHolder({ displayName: 'Praktijk De Iep' })
  for (const locale of ['nl', 'ar']) {
    const page = await web.open(t, { path: '/setup/networks', as: es.staffEmail, locale })
    if (locale === 'nl') await addStaff(web.product.operator, iep.id, es.staffEmail)
    await web.product.operator.query(
      `insert into request_log (platform_holder_id, answered_at, id, request_id, operation, method, path, status, duration_ms, key_id, network)
       select $1, tijdig_now(), gen_random_uuid(), 'x', 'x', 'GET', '/', 200, 1, id, '203.0.113.0/24' from api_key where platform_holder_id = $1`,
      [es.id],
    )
    await page.reload()
    await page.locator('textarea').first().waitFor()
    await page.screenshot({ path: `/tmp/h/nw-${locale}-empty.png` })
    await page.locator('textarea').first().fill('192.0.2.0/24\nfoo')
    await page.locator('textarea').nth(1).fill('198.51.100.0/24')
    await page.screenshot({ path: `/tmp/h/nw-${locale}-typed.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `/tmp/h/nw-${locale}-typed-390.png`, fullPage: true })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('textarea').first().fill('')
    await page.locator('textarea').nth(1).fill('')
    await page.locator('[aria-haspopup=menu]').filter({ visible: true }).first().click()
    await page.screenshot({ path: `/tmp/h/nw-${locale}-menu.png` })
    await page.getByRole('menuitem').first().click()
    await page.getByRole('dialog').locator('li button').first().waitFor()
    await page.screenshot({ path: `/tmp/h/nw-${locale}-dialog.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `/tmp/h/nw-${locale}-dialog-390.png` })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${web.product.baseUrl}/account/sign-in`)
    await page.locator('h1').waitFor()
    await page.screenshot({ path: `/tmp/h/nw-${locale}-account.png` })
  }
})
