import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { eventually } from '../../harness.ts'
import { arrive, assertAccessible, startWeb, typeInto } from '../world.ts'

const web = startWeb()

/** Somebody who works for two organizations, and a page on which they are signed in for the first. */
async function twoJobs(t: TestContext, path: string) {
  const es = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const iep = await web.product.createHolder({ displayName: 'Praktijk De Iep' })
  const page = await web.open(t, { path, as: es.staffEmail })
  await addStaff(web.product.operator, iep.id, es.staffEmail)
  await page.reload()
  return { es, iep, email: es.staffEmail, page }
}

async function openSwitch(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Switch organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch organization' })
  await dialog.getByRole('button', { name: 'Praktijk De Iep', exact: true }).waitFor()
  return dialog
}

async function isOf(page: Page, organization: string): Promise<void> {
  // It has a button of the name.
  await page.getByRole('dialog', { name: 'Switch organization' }).waitFor({ state: 'detached' })
  await page.getByText(organization).filter({ visible: true }).first().waitFor()
}

test('among organizations a test organization is known by what it says of itself', async (t) => {
  const { email, page } = await twoJobs(t, '/today')
  const trial = await web.product.createHolder({ displayName: 'Praktijk De Proef', isTest: true })
  await addStaff(web.product.operator, trial.id, email)
  const dialog = await openSwitch(page)
  const named = dialog.getByRole('button', { name: /^Praktijk De Proef Test organization: messages reach nobody\.$/ })
  await named.waitFor()
  assert.equal(await dialog.getByText('messages reach nobody').count(), 1)
  await assertAccessible(page)
})

test('two tabs of one person work at two organizations at once, and neither reads or writes what is the other’s', async (t) => {
  const { es, iep, page } = await twoJobs(t, '/today')
  const other = await page.context().newPage()
  await other.goto(`${web.product.baseUrl}/today`)
  const dialog = await openSwitch(other)
  await assertAccessible(other)
  await dialog.getByRole('button', { name: 'Praktijk De Iep', exact: true }).press('Enter')
  await isOf(other, 'Praktijk De Iep')
  await isOf(page, 'Praktijk De Es')

  const towns = [
    [page, 'Zwolle'],
    [other, 'Assen'],
  ] as const
  await Promise.all(
    towns.map(async ([tab, town]) => {
      await tab.goto(`${web.product.baseUrl}/account/profile`)
      await typeInto(tab.getByLabel('Town'), town)
      await tab.getByRole('button', { name: 'Save' }).click()
      await tab.getByText('Saved').first().waitFor()
    }),
  )
  const { rows } = await web.product.operator.query(
    'select platform_holder_id, headquarters_place as town from platform_holder where platform_holder_id = any($1) order by town desc',
    [[es.id, iep.id]],
  )
  assert.deepEqual(rows, [
    { platformHolderId: es.id, town: 'Zwolle' },
    { platformHolderId: iep.id, town: 'Assen' },
  ])
  for (const [tab, town] of towns) {
    await tab.reload()
    await eventually(async () => (await tab.getByLabel('Town').inputValue()) === town)
  }
})

test('the account says who is signed in, and one organization is left while the other goes on', async (t) => {
  const { email, page } = await twoJobs(t, '/account/sign-in')
  await page.getByText(`You are signed in as ${email}`).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${web.product.baseUrl}/today`)
  await (await openSwitch(other)).getByRole('button', { name: 'Praktijk De Iep', exact: true }).click()
  await isOf(other, 'Praktijk De Iep')
  const beside = await page.context().newPage()
  await beside.goto(`${web.product.baseUrl}/help`)
  await isOf(beside, 'Praktijk De Iep')
  await (await openSwitch(other)).getByRole('button', { name: 'Sign out of Praktijk De Iep only' }).click()
  // The other tab of it has ended too, and that of the first has not.
  await beside.getByRole('alertdialog', { name: 'You are signed out' }).waitFor()
  await isOf(other, 'Praktijk De Es')
  await page.reload()
  await page.getByText(`You are signed in as ${email}`).waitFor()
})

test('when the session of one tab has ended, it signs in again for its own, and the other works on', async (t) => {
  const { es, page } = await twoJobs(t, '/help')
  const other = await page.context().newPage()
  await other.goto(`${web.product.baseUrl}/today`)
  await (await openSwitch(other)).getByRole('button', { name: 'Praktijk De Iep', exact: true }).click()
  await isOf(other, 'Praktijk De Iep')
  await web.product.operator.query('update staff_session set ended_at = now() where platform_holder_id = $1', [es.id])
  web.forgetSessions()
  await page.getByRole('link', { name: 'Requests' }).first().click()
  await page.getByRole('alertdialog', { name: 'You are signed out' }).waitFor()
  await other.getByRole('link', { name: 'Requests' }).first().click()
  await arrive(other, 'Requests')
})

test('networks are checked while they are typed, nobody locks themselves out, and who is outside is told so', async (t) => {
  const { staffEmail, id } = await web.product.createHolder()
  const page = await web.open(t, { path: '/setup/networks', as: staffEmail })
  await page.getByText('You are here: 127.0.0.1').waitFor()
  const staff = page.getByLabel('Networks of staff')
  await staff.fill('192.0.2.0/33')
  await page.getByText('This is no address and no network: 192.0.2.0/33').waitFor()
  await staff.fill('192.0.2.0/24')
  await page.getByText('you would lock yourself out').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await staff.fill('192.0.2.0/24\n127.0.0.1/8\n')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  assert.equal(await staff.inputValue(), '127.0.0.0/8\n192.0.2.0/24')
  await assertAccessible(page)
  await web.product.operator.query(
    `update holder_networks set session_networks = '{192.0.2.0/24}' where platform_holder_id = $1`,
    [id],
  )
  await page.goto(`${web.product.baseUrl}/today`)
  await page.getByText('You cannot come in from this network.').waitFor()
})
