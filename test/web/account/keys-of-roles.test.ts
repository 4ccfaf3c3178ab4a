import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { StaffRole } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import type { TestHolder } from '../../harness.ts'
import { storeServiceAccount } from '../../operation-cases.ts'
import { assertAccessible, startWeb, typeInto } from '../world.ts'

const web = startWeb()

/** Somebody of this role. */
async function memberOf(holder: TestHolder, role: StaffRole) {
  const email = `${role}-${randomUUID()}@keys.example`
  const { id } = await inTransaction(web.product.operator, { holder: null }, (tx) =>
    inviteStaff(tx, holder.id, email, role),
  )
  return { id, email }
}

/** Makes a key that ends soon. @returns its id */
async function keyOf({ id: platformHolderId }: TestHolder, actorId: string, name: string, scopes: readonly string[]) {
  const { operator } = web.product
  await inTransaction(operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, { platformHolderId, actorId, name, scopes, days: 12 }),
  )
  const { rows } = await operator.query<{ id: string }>('select id from api_key where actor_id = $1 and name = $2', [
    actorId,
    name,
  ])
  return rows[0]?.id ?? assert.fail(name)
}

async function store(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('alertdialog', { name })
  await shown.getByText('I have stored it').click()
  await shown.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('row', { name: new RegExp(`${name}.*In use`) }).waitFor()
}

async function scopesOf(actorId: string, name: string): Promise<readonly string[]> {
  const { rows } = await web.product.operator.query<{ scopes: string[] }>(
    'select scopes from api_key where actor_id = $1 and name = $2 order by created_at desc limit 1',
    [actorId, name],
  )
  return rows[0]?.scopes.toSorted() ?? assert.fail(name)
}

for (const role of ['viewer', 'scheduler'] as const)
  test(`a ${role} sees their own keys and no accounts, makes one that may less than they may, and revokes it`, async (t) => {
    const holder = await web.product.createHolder()
    const { id, email } = await memberOf(holder, role)
    await keyOf(holder, id, 'Old report', ['appointments:read'])
    const page = await web.open(t, { path: '/account/keys', as: email })
    await page.getByRole('row', { name: /Old report.*Ends soon/ }).waitFor()
    assert.equal(await page.getByText('service account', { exact: false }).count(), 0)
    await page.getByRole('link', { name: 'New key', exact: true }).click()
    await typeInto(page.getByLabel('Name', { exact: true }), 'Report')
    await page.getByText('Choose what it may do.').waitFor()
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
    for (const box of await page.getByRole('checkbox').all()) await box.press('Space')
    await store(page, 'Report')
    const { keyScopes, staffScopes } = web.product.services
    const all = staffScopes[role].filter((scope) => keyScopes.platform_holder_user.includes(scope))
    assert.deepEqual(
      await scopesOf(id, 'Report'),
      all.filter((scope) => !scope.startsWith('api-keys:')),
    )
    await page.getByRole('button', { name: 'Revoke Old report' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('row', { name: /Old report.*Revoked/ }).waitFor()
    await page.goto(`${web.product.baseUrl}/account/keys/accounts/${randomUUID()}`)
    await page.getByRole('heading', { level: 1, name: 'This page is not for your role' }).waitFor()
  })

test('an owner can have everything that the form offers', async (t) => {
  const holder = await web.product.createHolder()
  const page = await web.open(t, { path: '/account/keys/new', as: holder.staffEmail })
  await typeInto(page.getByLabel('Name', { exact: true }), 'All of it')
  for (const box of await page.getByRole('checkbox').all()) if (!(await box.isChecked())) await box.press('Space')
  await page.getByRole('checkbox', { name: 'Read the audit', checked: true }).waitFor()
  await store(page, 'All of it')
  const ofKeys = web.product.services.keyScopes.platform_holder_user
  assert.deepEqual(
    await scopesOf(holder.actorId, 'All of it'),
    ofKeys.filter((scope) => !scope.startsWith('api-keys:')),
  )
})

test('who cannot pass on what the old key of an account may do is told so, and whom to ask', async (t) => {
  const holder = await web.product.createHolder()
  const { serviceAccountId: account } = await storeServiceAccount({ product: web.product, holder }, 'Practice system')
  await keyOf(holder, account, 'Sync', ['appointments:read', 'appointments:write', 'audit:read'])
  const { email } = await memberOf(holder, 'integrator')
  const page = await web.open(t, { path: '/account/keys', as: email })
  await page.getByRole('button', { name: 'New service account' }).waitFor()
  await page.getByRole('link', { name: 'Practice system' }).click()
  await page.getByRole('button', { name: 'Archive' }).waitFor()
  await page.getByRole('link', { name: 'Next key for “Sync”' }).click()
  await page.getByText('You cannot pass on these permissions of the old key.').waitFor()
  const lost = page.getByRole('main').getByRole('listitem')
  assert.deepEqual(await lost.allInnerTexts(), ['Add, change and cancel appointments', 'Read the audit'])
  await assertAccessible(page)
  const owner = await web.open(t, { path: new URL(page.url()).pathname, as: holder.staffEmail })
  await owner.goto(page.url())
  await owner.getByText('The old key keeps working until it ends.').waitFor()
  assert.equal(await owner.getByText('You cannot pass on').count(), 0)
  await store(owner, 'Sync')
  assert.deepEqual(await scopesOf(account, 'Sync'), ['appointments:read', 'appointments:write', 'audit:read'])
})

test('the next key is like the old one, however many were made since', async (t) => {
  const holder = await web.product.createHolder()
  const { serviceAccountId: account } = await storeServiceAccount({ product: web.product, holder }, 'Practice system')
  for (const [actorId, path] of [
    [account, `/account/keys/accounts/${account}/new`],
    [holder.actorId, '/account/keys/new'],
  ] as const) {
    const old = await keyOf(holder, actorId, 'First', ['profile:read'])
    for (let made = 0; made < 26; made += 1) await keyOf(holder, actorId, `Later ${made}`, ['company:read'])
    const page = await web.open(t, { path: `${path}?next=${old}`, as: holder.staffEmail })
    await page.getByText('The old key keeps working until it ends.').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'First')
  }
})
