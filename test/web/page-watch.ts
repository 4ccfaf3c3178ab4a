import assert from 'node:assert/strict'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** Telephone numbers, e-mail addresses, keys and tokens, also URL-encoded. */
const personal = /(?:\+|%2B)\d{9,}|\w(?:@|%40)[\w-]+\.\w|tijdig_[a-z]{2}_\w|eyJ[\w-]{10}/i

/** Calls that may be repeated with the same body: they change nothing that is kept, or are a conversation. */
const repeatable = /\/(preview|progress|actions|code|matches)$/

/**
 * Checks what every test must observe: no error in the console (including violations of the content security policy),
 * no change sent twice, and nothing personal or secret in an address, in the console or left in the browser.
 *
 * @param mayRepeat the test itself repeats a change
 * @returns the check to call at the end, before the context is closed
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
    if (isChange(request)) changes.push(nameOf(request))
  })
  context.on('response', async (response) => {
    // Refused until its person showed again who they are: it goes on by itself then.
    if (response.status() !== 403 || !isOurs(response.url())) return
    const said = await response.text().catch(() => '')
    const index = changes.lastIndexOf(nameOf(response.request()))
    if (index !== -1 && said.includes('FRESH_PROOF_REQUIRED')) changes.splice(index, 1)
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

/** Pages handle error statuses themselves; every other error or warning in the console is a fault. */
function isFault(type: string, text: string): boolean {
  const isStatus = text.startsWith('Failed to load resource')
  // From the test's own browser, which blocks service workers.
  const isBlocked = text.startsWith('Service Worker registration blocked')
  return !isStatus && !isBlocked && (type === 'error' || type === 'warning')
}

function nameOf(request: Request): string {
  return `${request.method()} ${request.url()} ${request.postData() ?? ''}`
}

/** Calls without a body, such as signing out, are always the same and may be repeated. */
function isChange(request: Request): boolean {
  const says = request.postData() !== null || request.method() === 'DELETE'
  return request.method() !== 'GET' && says && !repeatable.test(new URL(request.url()).pathname)
}

/** The browser may keep the language, the id of a tab's organization and whether a page was reloaded; scripts cannot read the cookie. */
async function assertNothingKept(page: Page): Promise<void> {
  await page.waitForLoadState()
  // As text, because the tests are not checked with the types of a browser.
  const kept = await page.evaluate<Kept>('({ cookie: document.cookie, ...sessionStorage, ...localStorage })')
  const { cookie, 'tijdig.locale': locale, 'tijdig.organization': organization = '', ...others } = kept
  assert.equal(cookie, '')
  assert.match(locale ?? '', /^[A-Za-z-]{2,8}$/)
  assert.match(organization, /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/)
  for (const [key, value] of Object.entries(others)) {
    assert.match(key, /^tanstack_router_reload/)
    assert.doesNotMatch(value, personal)
  }
}

type Kept = Readonly<Record<string, string>>
