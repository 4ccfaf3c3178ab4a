import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import { eventually, mailedCode, mailsTo } from '../../harness.ts'
import { assertAccessible, isFocused, startWeb, typeInto } from '../world.ts'

const web = startWeb()

test('an owner ends the sign-in of a colleague, whose open page says so', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Linde' })
  const email = `colleague-${Date.now()}@linde.example`
  await inTransaction(web.product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email))
  const theirs = await web.open(t, { path: '/today', as: email })
  await theirs.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const page = await web.open(t, { path: '/account/sign-in', as: holder.staffEmail })
  await page.getByRole('row', { name: /This browser/ }).waitFor()
  assert.equal(await page.getByRole('table').getByRole('button').count(), 0, 'nobody ends this one here')
  await page.getByRole('link', { name: 'Sign-ins of all staff' }).press('Enter')
  const row = page.getByRole('row', { name: new RegExp(email) })
  await row.waitFor()
  await assertAccessible(page)
  await row.getByRole('button', { name: /^Sign out/ }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Sign out there?' })
  await question.waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Show the last 30 days' }).click()
  await row.waitFor()
  assert.equal(new URL(page.url()).search, '?who=all&ended=true')
  // It asks by itself every few seconds.
  await theirs.getByRole('alertdialog', { name: 'You are signed out' }).waitFor()
})

test('who is no owner sees their own sign-ins alone', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  await web.product.operator.query(`update staff_member set role = 'scheduler' where platform_holder_id = $1`, [
    holder.id,
  ])
  const page = await web.open(t, { path: '/account/sign-in', as: holder.staffEmail })
  await page.getByRole('heading', { level: 2, name: 'Your sign-ins' }).waitFor()
  await page.getByRole('row', { name: /This browser/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Sign-ins of all staff' }).count(), 0)
})

test('a key is made once its maker has shown again who they are, with what they had typed', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Olm' })
  const page = await web.open(t, { path: '/account/keys/new', as: holder.staffEmail })
  const name = page.getByRole('textbox', { name: 'Name' })
  await typeInto(name, 'Practice system')
  await page.getByRole('checkbox').first().check()
  await web.product.operator.query(
    `update staff_session set proved_at = now() - interval '16 minutes' where platform_holder_id = $1`,
    [holder.id],
  )
  const create = page.getByRole('button', { name: 'Create the key' })
  await create.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alert').getByText('Please confirm that it is you.').waitFor()
  assert.equal(await name.inputValue(), 'Practice system')
  await create.press('Enter')
  const mails = (await mailsTo(web.product, holder.staffEmail)).length
  await proof.getByRole('button', { name: 'Send me a code' }).press('Enter')
  const code = proof.getByRole('textbox', { name: 'Code from the e-mail' })
  await eventually(() => isFocused(code))
  await typeInto(code, await mailedCode(web.product, holder.staffEmail, mails + 1))
  await page.keyboard.press('Enter')
  const secret = page.getByRole('alertdialog')
  await secret.waitFor()
  const { rows } = await web.product.operator.query(
    `select name from api_key where platform_holder_id = $1 and name = 'Practice system'`,
    [holder.id],
  )
  assert.equal(rows.length, 1, 'one key, though it was asked for three times')
})
