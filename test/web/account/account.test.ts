import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, type TestHolder } from '../../harness.ts'
import { assertAccessible, screenshot, startWeb, typeInto } from '../world.ts'

const web = startWeb()

async function holderAt(name = 'Praktijk De Els'): Promise<TestHolder> {
  return web.product.createHolder({ displayName: name })
}

/** Everything a browser keeps of a page: address, title, storage. */
async function kept(page: Page): Promise<string> {
  return JSON.stringify([
    page.url(),
    await page.title(),
    await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]),
  ])
}

test('a field of the profile is changed by keyboard, and only that field is sent', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account', as: holder.staffEmail })
  await page.waitForURL(/\/account\/profile$/)
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
  await typeInto(page.getByLabel('Name in the register'), 'Praktijk De Els B.V.')
  await page.keyboard.press('Enter')
  await page.getByText('Saved').waitFor()
  assert.deepEqual(sent, [{ legalName: 'Praktijk De Els B.V.' }])
  await page.getByText('Nothing was changed yet.').waitFor()
})

test('what somebody else changed meanwhile is shown beside what was typed, and nothing is lost', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/profile', as: holder.staffEmail })
  await page.getByLabel('Town').fill('Utrecht')
  await page.getByLabel('Website').fill('https://example.com')
  await holder.call('PATCH', '', { headquartersPlace: 'Amsterdam', taxNumber: 'NL001234567B01' })
  await page.getByRole('button', { name: 'Save' }).click()
  const note = page.getByRole('alert')
  await note.getByText('Now: Amsterdam').waitFor()
  await note.getByText('Your version: Utrecht').waitFor()
  await assertAccessible(page)
  assert.equal(await page.getByLabel('Website').inputValue(), 'https://example.com')
  await note.getByRole('button', { name: 'Use their version' }).click()
  assert.equal(await page.getByLabel('Town').inputValue(), 'Amsterdam')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const { headquartersPlace, websiteUrl, taxNumber } = (await holder.call('GET', '')).body.data
  assert.deepEqual([headquartersPlace, websiteUrl, taxNumber], ['Amsterdam', 'https://example.com', 'NL001234567B01'])
})

test('a fault stands beside its field, and a changed form asks before it is left', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/profile', as: holder.staffEmail })
  await page.getByLabel('Website').fill('nonsense')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is not in the right format.').waitFor()
  await page.getByRole('link', { name: 'Billing' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await asked.getByRole('button', { name: 'Stay here' }).click()
  assert.equal(await page.getByLabel('Website').inputValue(), 'nonsense')
})

test('the secret of a new key is shown once, kept nowhere, and closes only when it was stored', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/keys', as: holder.staffEmail })
  await page.getByRole('link', { name: 'New key' }).first().press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New API key' }).waitFor()
  await typeInto(page.getByLabel('Name', { exact: true }), 'Practice system')
  const sent: { scopes: string[]; expiresAt: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api-keys')) sent.push(request.postDataJSON())
  })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: /Practice system/ })
  await dialog.waitFor()
  assert.deepEqual(sent[0]?.scopes, ['appointments:intake'])
  const days = (Date.parse(sent[0].expiresAt) - Date.now()) / 86_400_000
  assert.ok(days > 89.9 && days <= 90, String(days))
  const secret = (await dialog.locator('code').textContent()) ?? ''
  assert.match(secret, /^tijdig_sk_/)
  assert.ok(!(await kept(page)).includes(secret))
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Close' }).isDisabled())
  await dialog.getByText('I have stored it').click()
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  assert.ok(!(await page.content()).includes(secret))
  assert.ok(!(await kept(page)).includes(secret))
  assert.equal(sent.length, 1)

  await page.getByRole('button', { name: 'Revoke Practice system' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: /Revoke/ })
  await question.waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Revoke' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /Practice system/ })
    .getByText('Revoked')
    .waitFor()
})

test('payment is set up with consent of its own, leads back, and what it came to is asked of the server', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/billing', as: holder.staffEmail })
  const go = page.getByRole('button', { name: 'Go to the payment service' })
  assert.ok(await go.isDisabled())
  await page.getByText(/I agree, on behalf of my organization/).click()
  await go.press('Enter')
  await page.locator('button[value="pay"]').first().click()
  await page.waitForURL(/\/account\/billing$/)
  await page.getByText('Set up', { exact: true }).waitFor()
  await screenshot(page, 'account-billing-active')
  const { body } = await holder.call('GET', '/billing/status')
  assert.equal(body.data.status, 'active')
})

test('who pays while setting up comes back to the set-up', async (t) => {
  const holder = await web.product.createHolder({ status: 'draft' })
  const page = await web.open(t, { path: '/welcome/payment', as: holder.staffEmail })
  await page.getByText(/I agree, on behalf of my organization/).click()
  await page.getByRole('button', { name: 'Go to the payment service' }).press('Enter')
  await page.locator('button[value="pay"]').first().click()
  await page.waitForURL(/\/welcome\/payment$/)
  await page.getByText('Set up', { exact: true }).waitFor()
})

test('each part of the account is a tab with a title of its own, passkeys too', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/profile', as: holder.staffEmail })
  const tabs = page.getByRole('navigation', { name: 'Account menu' }).getByRole('link')
  assert.deepEqual(await tabs.allTextContents(), [
    'Profile',
    'Billing',
    'API keys',
    'API calls',
    'Language',
    'Passkeys',
    'Sign-in',
  ])
  await tabs.filter({ hasText: 'Passkeys' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Passkeys' }).waitFor()
  assert.equal(await page.title(), 'Passkeys – Tijdig')
})

test('a language is found by any of its names, and chosen for every device', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/language', as: holder.staffEmail })
  const languages = page.getByRole('list', { name: 'Languages' }).getByRole('button')
  assert.equal(await languages.count(), 43)
  await page.getByLabel('Find a language').fill('dutch')
  await eventually(async () => (await languages.count()) === 1)
  assert.equal(await languages.first().textContent(), 'Nederlands')
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await languages.first().press('Enter')
  await answered
  await page.locator('html[lang=nl]').waitFor()
  const { body } = await holder.call('GET', '/interface-locale')
  assert.equal(body.data.locale, 'nl')
})

test('signing out is in the account too', async (t) => {
  const holder = await holderAt()
  const page = await web.open(t, { path: '/account/sign-in', as: holder.staffEmail })
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})
