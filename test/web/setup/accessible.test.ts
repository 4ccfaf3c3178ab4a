import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertAccessible, startWeb } from '../world.ts'

const web = startWeb()

test('the questions of set-up have no fault of accessibility', async (t) => {
  const holder = await web.product.createHolder()
  const { body } = await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name: { nl: 'Consult' },
    durationMinutes: 20,
  })
  const page = await web.open(t, { path: `/setup/types/${body.data.id}`, as: holder.staffEmail })
  await page.getByLabel('Its own schedule').press('Space')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Appointment types' }).press('Enter')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Stay here' }).press('Enter')
  await page.getByRole('button', { name: 'Archive' }).press('Enter')
  await page.getByRole('alertdialog', { name: 'Archive this type?' }).waitFor()
  await assertAccessible(page)
})
