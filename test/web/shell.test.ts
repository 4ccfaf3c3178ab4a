import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { callApi, eventually, mailedCode, mailsTo } from '../harness.ts'
import { supportEmail } from './demo-product.ts'
import { arrive, isFocused, sanne, screenshot, startWeb } from './world.ts'

// A product of its own, because it ends sessions and uses up the codes that one address may ask for.
const web = startWeb({ own: true })

test('the first stop of the Tab key leads past the navigation', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  await page.keyboard.press('Tab')
  assert.ok(await isFocused(page.getByRole('link', { name: 'Skip to content' })))
  await page.keyboard.press('Enter')
  await eventually(() => isFocused(page.getByRole('main')))
  // Who comes back the next morning sees that day, although nothing else has changed.
  const day = page.getByRole('main').getByRole('paragraph').first()
  const before = await day.textContent()
  const tomorrow = new Date(Date.now() + 86_400_000)
  await page.route('**/auth/session', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, data: { ...json.data, now: tomorrow.toISOString() } } })
  })
  await page.clock.setFixedTime(tomorrow)
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await eventually(async () => (await day.textContent()) !== before)
})

test('the palette opens by its key and by its button, finds a page by a few letters, and its heading has the focus', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await eventually(() => isFocused(page.getByRole('dialog').getByRole('searchbox')))
  await page.keyboard.type('deliv')
  await page.getByRole('menuitem', { name: 'Delivery' }).waitFor()
  await page.keyboard.press('Enter')
  await arrive(page, 'Delivery')
  const button = page.getByRole('button', { name: /^Go to…/ }).first()
  await button.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => isFocused(button))
})

test('the palette finds the parts of a page, walks by the arrow keys, and does so in Arabic too', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne, locale: 'ar' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  const found = page.getByRole('menuitem')
  await eventually(async () => (await found.count()) > 15)
  // All the way down and back: the current item is visible, never under the field.
  for (const key of [...Array<string>(15).fill('ArrowDown'), ...Array<string>(12).fill('ArrowUp')]) {
    await page.keyboard.press(key)
    await eventually(() => page.evaluate<boolean>(isWalkedToSeen))
  }
  await page.keyboard.type('مفاتيح')
  await eventually(async () => (await found.count()) === 2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/account\/(keys|passkeys)$/)
})

// As text, because the tests are not checked with the types of a browser.
const isWalkedToSeen = `(() => {
  const one = document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))
  if (one === null) return false
  const { left, top, width, height } = one.getBoundingClientRect()
  return [top + 2, top + height - 2].every((y) => one.contains(document.elementFromPoint(left + width / 2, y)))
})()`

test('whom to ask for help stands in Help and beside an error, where somebody is named', async (t) => {
  const page = await web.open(t, { path: '/help', as: sanne })
  await page.getByRole('link', { name: supportEmail }).waitFor()
  await page.route('**/reports/reminders*', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'INTERNAL_ERROR', message: 'It failed.', details: [] }, requestId: 'req_0123' },
    }),
  )
  await page.getByRole('link', { name: 'Delivery' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('req_0123').waitFor()
  assert.equal(
    await alert.getByRole('link', { name: supportEmail }).getAttribute('href'),
    `mailto:${supportEmail}?subject=req_0123`,
  )
})

test('an address within the portal leads back to itself after signing in, and one that is none says so', async (t) => {
  const page = await web.open(t, { path: '/requests?status=approved' })
  assert.equal(new URL(page.url()).searchParams.get('to'), '/requests?status=approved')
  const signedIn = await web.open(t, { path: '/setup/nothing-here', as: sanne })
  await signedIn.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
  const mistyped = await web.open(t, { path: '/todya' })
  await mistyped.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
  await mistyped.getByRole('link', { name: 'Go to Today' }).click()
  await mistyped.waitForURL(/\/sign-in\?to=/)
})

test('a session that ended is begun again in place', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  await web.endSessions()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('dialog').getByLabel('Language of the portal').selectOption('Nederlands')
  await signInAgain(page, sanne)
  // The dialog that was open before is still there, and its change can now be made.
  await page.getByRole('dialog', { name: 'Language' }).waitFor()
})

test('a page that was refused because nobody was signed in comes once they are again', async (t) => {
  const { staffEmail } = await web.product.createHolder()
  const page = await web.open(t, { path: '/help', as: staffEmail })
  await web.endSessions()
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: '/setup/types' })`)
  await signInAgain(page, staffEmail)
  await page.getByRole('heading', { level: 1, name: 'Appointment types' }).waitFor()
})

async function signInAgain(page: Page, email: string): Promise<void> {
  const ended = page.getByRole('alertdialog', { name: 'You are signed out' })
  await ended.getByLabel('E-mail address').fill(email)
  const before = (await mailsTo(web.product, email)).length
  await ended.getByRole('button', { name: 'Send me a code' }).click()
  await ended.getByLabel('Code from the e-mail').fill(await mailedCode(web.product, email, before + 1))
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await ended.waitFor({ state: 'detached' })
}

test('who signs out sees nothing any more', async (t) => {
  const { staffEmail } = await web.product.createHolder()
  const page = await web.open(t, { path: '/today', as: staffEmail })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.goto(`${web.product.baseUrl}/today`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('a page whose code is of a version that is gone is loaded anew, in the new one', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  let isGone = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page.route(/\/assets\/.*help-page/, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.getByRole('link', { name: 'Help' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  assert.equal(isGone, false)
})

test('a new version is offered, and loaded only by a press, before which what was typed is asked about', async (t) => {
  const page = await web.open(t, { path: '/account/profile', as: sanne })
  await page.getByLabel('Town').fill('Zwolle')
  let loads = 0
  page.on('framenavigated', () => (loads += 1))
  // As after a release: the page now starts other code.
  await page.route('**/sign-in', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/other.js"></script>' }),
  )
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  const notice = page.getByRole('status').filter({ hasText: 'There is a new version of Tijdig.' })
  await notice.waitFor()
  assert.equal(loads, 0)
  await screenshot(page, 'new-version')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await notice.getByRole('button', { name: 'Load the new version' }).click()
  await eventually(async () => asked.length === 1)
  assert.deepEqual([asked, loads], [['beforeunload'], 0])
  assert.equal(await page.getByLabel('Town').inputValue(), 'Zwolle')
})

test('a part of the code that is gone says so to its reader, and has the new version looked for', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  const { status, body } = await callApi(`${web.product.baseUrl}/assets/help-page-gone0000.js`, 'GET')
  assert.equal(status, 404)
  assert.match(body.error.message, /Reload the page/)
  await page.route('**/sign-in', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Another one</p>' }))
  await page.route(/\/assets\/.*palette-dialog/, (route) => route.fulfill({ status: 404 }))
  await page.keyboard.press('Control+k')
  await page.getByRole('status').filter({ hasText: 'There is a new version of Tijdig.' }).waitFor()
})
