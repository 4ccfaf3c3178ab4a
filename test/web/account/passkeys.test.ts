import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { eventually, mailedCode, mailsTo } from '../../harness.ts'
import { assertAccessible, isFocused, screenshot, startWeb, typeInto } from '../world.ts'

const web = startWeb()

/** An authenticator that a person unlocks and touches at once. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const field = page.getByRole('dialog').getByRole('textbox')
  await eventually(() => isFocused(field))
  await typeInto(field, name)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
}

test('a passkey is added by the keyboard, signs in, and signs in no more once it is removed', async (t) => {
  const { staffEmail } = await web.product.createHolder({ displayName: 'Praktijk De Wilg' })
  const page = await web.open(t, { path: '/account/passkeys', as: staffEmail })
  await addAuthenticator(page)
  await page.getByText('No passkey yet').waitFor()
  await assertAccessible(page)
  await addPasskey(page, 'Telefoon')
  await page.getByRole('row', { name: /Telefoon.*Not yet/ }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await screenshot(page, 'sign-in-passkey')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(`${web.product.baseUrl}/account/passkeys`)
  const row = page.getByRole('row', { name: /Telefoon/ })
  await row.waitFor()
  assert.equal(await row.getByText('Not yet').count(), 0)
  await screenshot(page, 'passkeys')
  await row.getByRole('button', { name: 'Remove Telefoon' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Remove Telefoon?' })
  await question.waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  // This session was opened with it.
  const ended = page.getByRole('alertdialog', { name: 'You are signed out' })
  await ended.waitFor()
  await ended.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('This passkey is not known here.').waitFor()
})

test('who works for several organizations chooses one after the passkey, and who declines is told that nothing happened', async (t) => {
  const { staffEmail } = await web.product.createHolder({ displayName: 'Praktijk De Es' })
  const page = await web.open(t, { path: '/account/passkeys', as: staffEmail })
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await addPasskey(page, 'Laptop')
  await addStaff(
    web.product.operator,
    (await web.product.createHolder({ displayName: 'Praktijk De Iep' })).id,
    staffEmail,
  )
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('No passkey was used.').waitFor()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Praktijk De Iep' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.getByText('Praktijk De Iep').first().waitFor()
})

test('whoever signed in a while ago first shows that it is them, and can sign out everywhere', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Berk' })
  const page = await web.open(t, { path: '/account/passkeys', as: holder.staffEmail })
  await addAuthenticator(page)
  await page.getByText('No passkey yet').waitFor()
  await web.product.operator.query(
    `update staff_session set proved_at = now() - interval '16 minutes' where platform_holder_id = $1`,
    [holder.id],
  )
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await typeInto(dialog.getByRole('textbox'), 'Telefoon')
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByText('You signed in a while ago. Please confirm that it is you.').waitFor()
  await assertAccessible(page)
  await screenshot(page, 'passkey-proof')
  const mails = (await mailsTo(web.product, holder.staffEmail)).length
  await proof.getByRole('button', { name: 'Send me a code' }).press('Enter')
  const field = proof.getByRole('textbox', { name: 'Code from the e-mail' })
  await eventually(() => isFocused(field))
  await typeInto(field, await mailedCode(web.product, holder.staffEmail, mails + 1))
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Telefoon/ }).waitFor()

  await page.goto(`${web.product.baseUrl}/account/sign-in`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await question.getByText('This signs you out on all devices and for all organizations').waitFor()
  await assertAccessible(page)
  await screenshot(page, 'sign-out-everywhere')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})
