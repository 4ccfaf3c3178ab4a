import assert from 'node:assert/strict'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** Numbers of telephones, e-mail addresses, keys and tokens, also as they stand in an address. */
const personal = /(?:\+|%2B)\d{9,}|\w(?:@|%40)[\w-]+\.\w|tijdig_[a-z]{2}_\w|eyJ[\w-]{10}/i

/** What may be asked twice with the same words: it changes nothing that is kept, or is a conversation. */
const repeatable = /\/(preview|progress|actions|code)$/

/**
 * Watches what every test must keep, whatever else it is about: no fault in the console (which also tells what the policy
 * refuses), no change sent twice, and nothing of a person or secret in an address, in the console or left in the browser.
 *
 * @param mayRepeat the test has the same change sent again itself
 * @returns what to call at the end, before the context is closed
 */
export function watch(context: BrowserContext, baseUrl: string, mayRepeat: boolean): () => Promise<void> {
  const faults: string[] = []
  const told: string[] = []
  const changes: string[] = []
  const isOurs = (url: string) => url.startsWith(baseUrl)
  context.on('weberror', (error) => {
    if (isOurs(error.page()?.url() ?? '')) faults.push(error.error().message)
  })
  context.on('console', (message) => {
    if (!isOurs(message.page()?.url() ?? '')) return
    told.push(message.text())
    if (isFault(message.type(), message.text())) faults.push(message.text())
  })
  context.on('request', (request) => {
    if (!isOurs(request.url())) return
    told.push(request.url())
    if (isChange(request)) changes.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
  })
  return async () => {
    for (const page of context.pages().filter((page) => isOurs(page.url()))) {
      await assertNothingKept(page)
      told.push(page.url())
    }
    assert.deepEqual(faults, [])
    assert.deepEqual(
      told.filter((text) => personal.test(text)),
      [],
      'Something of a person or secret was told',
    )
    const twice = changes.filter((change, index) => changes.indexOf(change) !== index)
    assert.deepEqual(mayRepeat ? [] : twice, [], 'A change was sent twice')
  }
}

/** The status of an answer is the page's own affair; anything else the console calls an error is a fault, also of the policy. */
function isFault(type: string, text: string): boolean {
  const isStatus = text.startsWith('Failed to load resource')
  // Said by the test's own browser, which keeps no worker from one test to the next.
  const isBlocked = text.startsWith('Service Worker registration blocked')
  return !isStatus && !isBlocked && (type === 'error' || type === 'warning')
}

/** What says nothing, such as signing out, is the same each time and may come again. */
function isChange(request: Request): boolean {
  const says = request.postData() !== null || request.method() === 'DELETE'
  return request.method() !== 'GET' && says && !repeatable.test(new URL(request.url()).pathname)
}

/** The browser keeps the language and whether a page was loaded anew; no script reads the cookie. */
async function assertNothingKept(page: Page): Promise<void> {
  await page.waitForLoadState()
  // As text, because the tests are not checked with the types of a browser.
  const kept = await page.evaluate<Kept>('({ cookie: document.cookie, ...sessionStorage, ...localStorage })')
  const { cookie, 'tijdig.locale': locale, ...others } = kept
  assert.equal(cookie, '')
  assert.match(locale ?? '', /^[A-Za-z-]{2,8}$/)
  for (const [key, value] of Object.entries(others)) {
    assert.match(key, /^tanstack_router_reload/)
    assert.doesNotMatch(value, personal)
  }
}

type Kept = Readonly<Record<string, string>>
