import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { addStaff } from '#/app/operator/holders/staff.ts'
import { eventually } from '../harness.ts'
import { assertAccessible, isFocused, screenshot, startWeb, typeInto } from './world.ts'

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
  await page.getByText('No passkey yet').waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
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
