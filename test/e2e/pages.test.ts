import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { createUnsubscribeToken } from '#/slices/reminders/opt-outs/unsubscribe-token.ts'
import { started, statusOf, untilStatus } from '../api/billing/billing-world.ts'
import { startTestProduct, type TestHolder, type TestProduct } from '../harness.ts'
import { connectCalendar, readIntegration, staffOf, startAuthorization } from '../integration-world.ts'
import { radicaleUser, startRadicale, type Radicale } from '../radicale.ts'
import { startBrowser } from './browser.ts'

let product: TestProduct
let radicale: Radicale | null
let browser: Browser
before(async () => {
  ;[product, radicale] = await Promise.all([startTestProduct(), startRadicale()])
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await Promise.all([product?.stop(), radicale?.stop()])
})

/** Opens a page on a telephone. Violations of its content security policy and script errors are faults. */
async function openPhone(url: string, signedIn?: { cookie: string }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'nl-NL' })
  const [name = '', value = ''] = signedIn?.cookie.split('=') ?? []
  if (signedIn) await context.addCookies([{ name, value, url: product.baseUrl, httpOnly: true, sameSite: 'Lax' }])
  // The library of the reference is four megabytes, which a busy machine takes long to run.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  // The page's own status is checked by the test; any other console error is a fault.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  const response = await page.goto(url)
  return { page, faults, status: response?.status(), close: () => context.close() }
}

/** What holds for every page: one main heading, a language, labels, and no sideways scrolling. */
async function assertReadable(page: Page, language: string): Promise<void> {
  const facts = await page.evaluate<{
    language: string
    title: string
    headings: number
    overflow: number
    unlabelled: string[]
  }>(`({
    language: document.documentElement.lang,
    title: document.title,
    headings: document.querySelectorAll('h1').length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    unlabelled: [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
      .filter((field) => !field.labels?.length)
      .map((field) => field.outerHTML),
  })`)
  const { title, ...rest } = facts
  assert.deepEqual(rest, { language, headings: 1, overflow: 0, unlabelled: [] }, page.url())
  assert.notEqual(title, '')
}

async function openReadable(
  url: string,
  expected: { language: string; status?: number; signedIn?: { cookie: string } },
) {
  const opened = await openPhone(url, expected.signedIn)
  assert.equal(opened.status, expected.status ?? 200, url)
  await assertReadable(opened.page, expected.language)
  return opened
}

test('every page fits a telephone, says its language and has one main heading', async () => {
  for (const [url, language, status] of [
    [`${product.sandboxUrl}/`, 'en', 200],
    [`${product.baseUrl}/billing/return`, 'nl', 200],
    [`${product.baseUrl}/u/no-such-token`, 'nl', 404],
    [`${product.baseUrl}/integrations/callback`, 'nl', 400],
    [`${product.sandboxUrl}/google/o/oauth2/v2/auth?client_id=nobody`, 'en', 400],
  ] as const) {
    const { faults, close } = await openReadable(url, { language, status })
    assert.deepEqual(faults, [], url)
    await close()
  }
})

test('the reference says its language and fits a telephone', async () => {
  const { page, close } = await openPhone(`${product.baseUrl}/reference`)
  await page.locator('h1').first().waitFor()
  await assertReadable(page, 'en')
  await close()
})

test('who clicks Pay on the checkout page comes back and has a mandate', async () => {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  const { page, faults, close } = await openReadable(redirectUrl, { language: 'en' })
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(`${product.baseUrl}/billing/return`)
  await page.getByRole('heading', { level: 1, name: 'Welkom terug' }).waitFor()
  await assertReadable(page, 'nl')
  assert.deepEqual(faults, [])
  await untilStatus(holder, 'active')
  assert.equal((await statusOf(holder)).method.type, 'card')
  await close()
})

for (const provider of ['google_calendar', 'microsoft_365'] as const) {
  test(`who clicks Allow on the consent page of ${provider} has connected a calendar`, async () => {
    const holder = await product.createHolder()
    const { href } = await startAuthorization(holder, provider)
    const signedIn = await staffOf(product, holder)
    const { page, faults, close } = await openReadable(href, { language: 'en', signedIn })
    await page.getByLabel('Account').fill(`${holder.id}@praktijk.example`)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { level: 1, name: 'De agenda is gekoppeld' }).waitFor()
    await assertReadable(page, 'nl')
    assert.equal(await connectionOf(holder, provider), 'connected')
    await page.getByRole('link', { name: 'Terug naar agenda’s' }).click()
    await page.waitForURL(`${product.baseUrl}/setup/integrations`)
    assert.deepEqual(faults, [])
    await close()
  })
}

test('who clicks Deny is told so, and a second visit of the same link is refused calmly', async () => {
  const holder = await product.createHolder()
  const { href } = await startAuthorization(holder, 'google_calendar')
  const signedIn = await staffOf(product, holder)
  const { page, faults, close } = await openReadable(href, { language: 'en', signedIn })
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { level: 1, name: 'De agenda is niet gekoppeld' }).waitFor()
  await assertReadable(page, 'nl')
  assert.notEqual(await connectionOf(holder, 'google_calendar'), 'connected')
  assert.equal((await page.reload())?.status(), 400)
  await assertReadable(page, 'nl')
  assert.deepEqual(faults, [])
  await close()
  await connectCalendar(product, holder, 'google_calendar')
})

test('the CalDAV form says what is wrong beside its field, keeps the rest, and can be filled in by keyboard', async (t) => {
  if (!radicale) return t.diagnostic('Radicale cannot be installed here.')
  await radicale.createCalendar('spreekuur')
  const holder = await product.createHolder()
  const { href } = await startAuthorization(holder, 'caldav')
  const { page, faults, close } = await openReadable(href, { language: 'nl', signedIn: await staffOf(product, holder) })
  const fill = async (text: string) => {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await fill(radicale.url)
  await fill(radicaleUser.username)
  await fill('not-this-one')
  await page.keyboard.press('Enter')

  await page.getByRole('alert').waitFor()
  await assertReadable(page, 'nl')
  const facts = await page.evaluate(`(() => {
    const [field, ...others] = document.querySelectorAll('[aria-invalid=true]')
    const problem = document.getElementById(field.getAttribute('aria-describedby'))
    return {
      field: field.name,
      others: others.length,
      isFocused: document.activeElement === field,
      isBeside: field.previousElementSibling === problem,
      value: field.value,
    }
  })()`)
  assert.deepEqual(facts, { field: 'appPassword', others: 0, isFocused: true, isBeside: true, value: '' })
  assert.match(await page.getByRole('alert').innerText(), /dit app-wachtwoord niet aan/)
  assert.equal(await page.getByLabel('Adres van de server').inputValue(), radicale.url)
  assert.equal(await page.getByLabel('Gebruikersnaam').inputValue(), radicaleUser.username)

  await page.keyboard.type(radicaleUser.appPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'De agenda is gekoppeld' }).waitFor()
  assert.equal(await connectionOf(holder, 'caldav'), 'connected')
  assert.deepEqual(faults, [])
  await close()
})

test('whoever uses the keyboard sees where they are, by day and by night', async () => {
  const holder = await product.createHolder()
  const { redirectUrl } = await started(holder)
  const target = { platformHolderId: holder.id, contactKey: randomBytes(32) }
  const signedIn = await staffOf(product, holder)
  for (const url of [
    redirectUrl,
    (await startAuthorization(holder, 'google_calendar')).href,
    (await startAuthorization(holder, 'caldav')).href,
    `${product.baseUrl}/u/${createUnsubscribeToken(product.services.keys.unsubscribe, target)}`,
    `${product.baseUrl}/integrations/callback`,
    `${product.sandboxUrl}/`,
  ]) {
    const { page, close } = await openPhone(url, signedIn)
    await page.keyboard.press('Tab')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrast = await page.evaluate<number>(contrastOfFocus)
      assert.ok(contrast >= 3, `${url} in ${colorScheme}: ${contrast}`)
    }
    await close()
  }
})

/** The contrast (WCAG 2.2) between the focus outline and the page behind it; 1 without an outline. */
const contrastOfFocus = `(() => {
  const style = getComputedStyle(document.activeElement)
  if (document.activeElement === document.body || style.outlineStyle === 'none') return 1
  const canvas = document.createElement('div')
  canvas.style.color = 'Canvas'
  document.body.append(canvas)
  const own = getComputedStyle(document.body).backgroundColor
  const ground = own === 'rgba(0, 0, 0, 0)' ? getComputedStyle(canvas).color : own
  canvas.remove()
  const luminance = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map(Number).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [lighter, darker] = [luminance(style.outlineColor), luminance(ground)].sort((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
})()`

test('the sandbox page shows a message from right to left when its script is', async () => {
  const { page, faults, close } = await openReadable(`${product.sandboxUrl}/`, { language: 'en' })
  const { accountSid, authToken } = smsVendors.twilio.twinAccount
  await fetch(`${product.sandboxUrl}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({ To: '+31612349911', From: '+3197010250000', Body: 'تذكير بموعدك غدا' }),
  })
  const bubble = page.locator('.bubble', { hasText: 'تذكير' })
  await bubble.waitFor()
  assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.bubble')).direction`), 'rtl')
  await assertReadable(page, 'en')
  assert.deepEqual(faults, [])
  await close()
})

async function connectionOf(holder: TestHolder, provider: Parameters<typeof readIntegration>[1]): Promise<string> {
  return (await readIntegration(holder, provider)).connection.status
}
