import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertAccessible, sanne, screenshot, startWeb } from './world.ts'

const web = startWeb()

const pages = [
  'locations',
  'locations?edit=new',
  'types',
  'types?archived=true',
  'types/new',
  'reminders',
  'layouts',
  'integrations',
] as const

for (const path of pages)
  for (const locale of ['en', 'ar'])
    test(`set-up, ${path}, has no fault of accessibility in ${locale}`, async (t) => {
      const page = await web.open(t, { path: `/setup/${path}`, as: sanne, locale })
      if (path.includes('edit')) await page.getByRole('dialog').waitFor()
      await assertAccessible(page)
      await page.setViewportSize({ width: 320, height: 844 })
      await screenshot(page, `setup-${path.replaceAll(/\W/g, '-')}-${locale}-320`)
      await assertAccessible(page)
    })

test('the questions of set-up have no fault of accessibility', async (t) => {
  const holder = await web.product.createHolder()
  const { body } = await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name: { nl: 'Consult' },
    durationMinutes: 20,
  })
  const page = await web.open(t, { path: `/setup/types/${body.data.id}`, as: holder.staffEmail })
  await page.getByLabel('A plan of its own').press('Space')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Calendars' }).press('Enter')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Stay here' }).press('Enter')
  await page.getByRole('button', { name: 'Archive' }).press('Enter')
  await page.getByRole('alertdialog', { name: 'Archive this type?' }).waitFor()
  await assertAccessible(page)
})
