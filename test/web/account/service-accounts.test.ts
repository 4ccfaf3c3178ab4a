import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { storeServiceAccount } from '../../operation-cases.ts'
import { eventually } from '../../harness.ts'
import { assertAccessible, startWeb, typeInto } from '../world.ts'

const web = startWeb()

test('a service account is made by keyboard, gets a key whose secret is shown once, and is archived with it', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Els' })
  const page = await web.open(t, { path: '/account/keys', as: holder.staffEmail })
  await page.getByText('No service accounts').waitFor()
  await page.getByRole('button', { name: 'New service account' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'New service account' })
  await asked.waitFor()
  await assertAccessible(page)
  await typeInto(asked.getByLabel('Name'), 'Nightly import')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Nightly import' }).waitFor()
  await page.getByRole('link', { name: 'New key' }).first().press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New API key' }).waitFor()
  assert.equal(await page.getByText('Everything you may do').count(), 0)
  await typeInto(page.getByLabel('Name', { exact: true }), 'Nightly import')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('alertdialog', { name: /Nightly import/ })
  const secret = await shown.locator('code').innerText()
  const me = await fetch(`${web.product.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  assert.notEqual(((await me.json()) as { data: { actorId: string } }).data.actorId, holder.actorId)
  await shown.getByText('I have stored it').click()
  await shown.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('row', { name: /Nightly import/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Archive' }).click()
  const archive = page.getByRole('alertdialog', { name: 'Archive “Nightly import”?' })
  await archive.getByText('Last used').waitFor()
  await assertAccessible(page)
  await archive.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived').waitFor()
  await page.getByRole('row', { name: /Nightly import.*Revoked/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'New key' }).count(), 0)
  const refused = await fetch(`${web.product.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  assert.equal(refused.status, 401)
})

test('beside a key that ends soon stands the next one, of the same name and permissions, and both work', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Els' })
  const { serviceAccountId: actorId } = await storeServiceAccount({ product, holder }, 'Practice system')
  const scopes = ['appointments:intake', 'profile:read']
  await inTransaction(product.operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, { platformHolderId: holder.id, actorId, name: 'Old one', scopes, days: 12 }),
  )
  await product.operator.query(`update api_key set last_used_at = tijdig_now() where name = 'Old one'`)
  const page = await web.open(t, { path: `/account/keys/accounts/${actorId}`, as: holder.staffEmail })
  await page.getByRole('row', { name: /Old one.*Ends soon/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Next key/ }).count(), 1)
  await page.getByRole('link', { name: 'Next key for “Old one”' }).click()
  await page.getByText('The old key keeps working until it ends.').waitFor()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Old one')
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 2)
  await page.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('alertdialog', { name: /Old one/ })
  await shown.getByText('I have stored it').click()
  await shown.getByRole('button', { name: 'Close' }).click()
  await eventually(async () => (await page.getByRole('row', { name: /Old one/ }).count()) === 2)
  await page.getByRole('row', { name: /Old one.*In use.*Not yet/ }).waitFor()
  const { rows } = await product.operator.query<{ scopes: string[] }>(
    `select scopes from api_key where platform_holder_id = $1 and name = 'Old one' and revoked_at is null order by created_at`,
    [holder.id],
  )
  assert.deepEqual(
    rows.map((row) => row.scopes.toSorted()),
    [scopes, scopes],
  )
})
