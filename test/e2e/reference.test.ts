import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { operations } from '#/app/operations.ts'
import { signIn, startTestProduct, type TestHolder, type TestProduct } from '../harness.ts'
import { startBrowser } from './browser.ts'

let product: TestProduct
let holder: TestHolder
let browser: Browser
before(async () => {
  product = await startTestProduct()
  holder = await product.createHolder()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

async function openPage(path: string, width: number, cookie?: string) {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  // The library of the reference is four megabytes, which a busy machine takes long to run.
  context.setDefaultTimeout(120_000)
  if (cookie) await addCookie(context, cookie)
  const asked: string[] = []
  const faults: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  const response = await page.goto(product.baseUrl + path)
  return { page, asked, faults, status: response?.status(), close: () => context.close() }
}

async function addCookie(context: BrowserContext, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: product.baseUrl, httpOnly: true, sameSite: 'Lax' }])
}

function assertOwnOrigin(asked: readonly string[]): void {
  const elsewhere = asked.filter((url) => !url.startsWith(`${product.baseUrl}/`) && !/^(data|blob|about):/.test(url))
  assert.deepEqual(elsewhere, [])
}

/** Sends the request of getApiIdentity from the reference. @returns the headers it was sent with, and its status */
async function tryIt(page: Page, apiKey?: string): Promise<{ headers: Record<string, string>; status: number }> {
  await page.getByRole('button', { name: 'Test Request (get /api/v1/me)' }).click()
  if (apiKey) await page.getByPlaceholder('Token').last().fill(apiKey)
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url() === `${product.baseUrl}/api/v1/me`),
    page.getByRole('button', { name: 'Send', exact: false }).first().click(),
  ])
  return { headers: await response.request().allHeaders(), status: response.status() }
}

test('the reference shows every operation and asks nobody but us', async () => {
  const { page, asked, faults, status, close } = await openPage('/reference', 1280)
  assert.equal(status, 200)
  const { headers } = await fetch(`${product.baseUrl}/reference`)
  assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';/, 'only scripts of our own files')
  await page.getByRole('button', { name: 'Test Request (get /api/v1/me)' }).waitFor()
  for (const tag of new Set(operations.map(({ contract }) => contract.tag))) {
    const closed = page.getByRole('button', { name: `Open Group - ${tag}`, exact: true })
    if ((await closed.count()) > 0) await closed.click()
  }
  const shown = await page.locator('aside').first().innerText()
  for (const { contract } of operations) assert.ok(shown.includes(contract.summary), contract.summary)
  assert.ok((await page.locator('body').innerText()).includes('1.0.7'))
  assert.deepEqual(faults, [])
  assert.ok(asked.includes(`${product.baseUrl}/api/v1/openapi.json`))
  assertOwnOrigin(asked)
  await close()
})

test('a request tried there carries no cookie, though the browser has a session', async () => {
  const cookie = await signIn(product, holder.staffEmail)
  const { page, asked, close } = await openPage('/reference', 1280, cookie)
  const byHand = await page.evaluate(`fetch('/api/v1/me').then((response) => response.status)`)
  assert.equal(byHand, 200, 'the session is a good one')
  const { headers, status } = await tryIt(page)
  assert.deepEqual([status, headers.cookie], [401, undefined])
  assertOwnOrigin(asked)
  await close()
})

test('a request tried there with an API key works', async () => {
  const { page, asked, close } = await openPage('/reference', 1280)
  const { headers, status } = await tryIt(page, holder.apiKey)
  assert.deepEqual([status, headers.authorization], [200, `Bearer ${holder.apiKey}`])
  assertOwnOrigin(asked)
  await close()
})
