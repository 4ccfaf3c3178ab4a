import { test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { storeServiceAccount } from '../operation-cases.ts'
import { startWeb } from './world.ts'

const web = startWeb()

test('look', async (t) => {
  for (const locale of ['nl', 'ar']) {
    const holder = await web.product.createHolder({ displayName: 'Praktijk De Els', defaultLocale: locale })
    const { serviceAccountId } = await storeServiceAccount({ product: web.product, holder }, 'Praktijksysteem')
    await storeServiceAccount({ product: web.product, holder }, 'Nachtelijke import')
    await inTransaction(web.product.operator, { holder: null }, (tx) =>
      createApiKeyRow(tx, {
        platformHolderId: holder.id,
        actorId: serviceAccountId,
        name: 'Praktijksysteem',
        scopes: ['appointments:intake'],
        days: 12,
      }),
    )
    await web.product.operator.query(`update staff_member set status = 'inactive' where name = 'Nachtelijke import'`)
    await web.product.operator.query(
      `update api_key set expires_at = tijdig_now() + interval '6 days', kind = 'restricted' where actor_id = $1`,
      [holder.actorId],
    )
    await web.product.operator.query(
      `update api_key set last_used_at = tijdig_now(), kind = 'restricted' where actor_id = $1 and name = 'Praktijksysteem'`,
      [serviceAccountId],
    )
    const page = await web.open(t, { path: '/account/keys', as: holder.staffEmail, locale })
    const shoot = async (name: string) => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/h/acc/${name}-${locale}-${width}.png` })
      }
    }
    await shoot('list')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Praktijksysteem' }).first().click()
    await page.waitForURL(/accounts/)
    await page.waitForTimeout(800)
    await shoot('account')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('header button').last().click()
    await page.waitForTimeout(500)
    await shoot('archive')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('a[href*="next="]').first().click()
    await page.waitForURL(/next=/)
    await page.waitForTimeout(600)
    await shoot('next')
    await page.goto(new URL('/account/keys', page.url()).href)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('section button').first().click()
    await page.waitForTimeout(600)
    await shoot('dialog')
  }
})
