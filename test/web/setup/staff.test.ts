import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, mailsTo } from '../../harness.ts'
import { assertAccessible, isFocused, startWeb, typeInto } from '../world.ts'

const web = startWeb()

test('an owner invites a scheduler by keyboard, who opens the mail, signs in and sees what is theirs', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Els' })
  const email = `noor-${Date.now()}@deels.example`
  const page = await web.open(t, { path: '/setup/staff', as: holder.staffEmail })
  await page.getByText('Nobody else works here yet.').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Invite somebody' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'Invite somebody' })
  await typeInto(asked.getByLabel('E-mail address'), email)
  await typeInto(asked.getByLabel('Name'), 'Noor Jansen')
  await asked.getByRole('radio', { name: /^Scheduler/ }).waitFor()
  await asked.getByLabel('Language of the mail').selectOption({ label: 'English' })
  await assertAccessible(page)
  await asked.getByRole('button', { name: 'Send the invitation' }).press('Enter')
  await page.getByRole('row', { name: /Noor Jansen.*Scheduler.*Invited on/ }).waitFor()

  const link = await eventually(
    async () => /\/sign-in#invitation=[\w-]{43}/.exec((await mailsTo(product, email))[0]?.text ?? '')?.[0],
  )
  const theirs = await web.open(t, { path: link })
  await theirs.getByText('Praktijk De Els').waitFor()
  await theirs.getByText(email).waitFor()
  assert.doesNotMatch(theirs.url(), /invitation/, 'the token stands in no address')
  await assertAccessible(theirs)
  await theirs.getByRole('button', { name: 'Accept and sign in' }).press('Enter')
  await theirs.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await theirs.getByRole('link', { name: 'Appointments' }).first().waitFor()
  assert.equal(await theirs.getByRole('link', { name: 'Set-up' }).count(), 0)
  await theirs.goto(`${product.baseUrl}/setup/staff`)
  await theirs.getByRole('heading', { level: 1, name: 'This page is not for your role' }).waitFor()

  const again = await web.open(t, { path: link })
  await again.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor()
  await assertAccessible(again)
})

test('an address that is none is told at its field, and somebody who works here already is said to', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Els' })
  const page = await web.open(t, { path: '/setup/staff?edit=new', as: holder.staffEmail })
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const field = dialog.getByLabel('E-mail address')
  await typeInto(field, 'noor@')
  await page.keyboard.press('Enter')
  await eventually(async () => (await field.getAttribute('aria-invalid')) === 'true' && (await isFocused(field)))
  await typeInto(field, holder.staffEmail)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  assert.equal(await field.inputValue(), holder.staffEmail)
  // Asked once, though both the dialog and the address of the page would be left.
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
})

test('an owner makes somebody a viewer and ends their access, and cannot change their own', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Els' })
  const email = `karel-${Date.now()}@deels.example`
  await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email, 'admin'))
  const page = await web.open(t, { path: '/setup/staff', as: holder.staffEmail })
  await page.getByRole('link', { name: email }).press('Enter')
  const sheet = page.getByRole('dialog', { name: email })
  await sheet.getByText('Sees appointments, requests and replies').click()
  await sheet.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('row', { name: /karel.*Viewer.*Active/ }).waitFor()
  const viewer = await web.open(t, { path: '/today', as: email })
  await viewer.getByRole('link', { name: 'Appointments' }).first().waitFor()
  assert.equal(await viewer.getByRole('link', { name: 'New appointment' }).count(), 0)

  await page.getByRole('link', { name: email }).press('Enter')
  await sheet.getByRole('button', { name: 'End the access' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByText('Service accounts keep working.').waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'End the access' }).press('Enter')
  await page.getByRole('row', { name: /karel.*No access/ }).waitFor()
  await page.getByRole('link', { name: holder.staffEmail }).press('Enter')
  const own = page.getByRole('dialog', { name: holder.staffEmail })
  await own.getByText('You cannot change your own access.').waitFor()
  assert.equal(await own.getByRole('button', { name: 'Save' }).count(), 0)
  await assertAccessible(page)
})

test('a location that was removed is no longer chosen, and where none is left there is one to choose', async (t) => {
  const { product } = web
  const holder = await product.createHolder({ displayName: 'Praktijk De Els' })
  const setUp = async (...ids: string[]) => {
    const locations = ids.map((id) => ({ id, name: `Place ${id}`, personCount: 1, roomCount: 1 }))
    assert.equal((await holder.call('PATCH', '', { schedulingSetup: { locations } })).status, 200)
  }
  await setUp('a', 'b', 'old')
  const email = `karel-${Date.now()}@deels.example`
  await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email, 'scheduler'))
  await product.operator.query(`update staff_member set location_ids = '{old}' where lower(email) = $1`, [email])
  await setUp('a', 'b')
  const page = await web.open(t, { path: '/setup/staff', as: holder.staffEmail })
  await page.getByRole('link', { name: email }).press('Enter')
  const sheet = page.getByRole('dialog', { name: email })
  assert.equal(await sheet.getByRole('radio', { name: 'Only what you choose' }).isChecked(), true)
  await sheet.getByRole('group', { name: 'Locations' }).waitFor()
  assert.equal(await sheet.getByRole('checkbox', { checked: true }).count(), 0)
  const save = sheet.getByRole('button', { name: 'Save' })
  assert.equal(await save.isDisabled(), true)
  await sheet.getByText('Place b').click()
  await save.press('Enter')
  await page.getByRole('row', { name: /karel.*Place b/ }).waitFor()
  const { rows } = await product.operator.query('select location_ids from staff_member where lower(email) = $1', [
    email,
  ])
  assert.deepEqual(rows, [{ locationIds: ['b'] }])
})
