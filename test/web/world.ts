import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, type TestContext } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { startBrowser, startWholeBrowser } from '../e2e/browser.ts'
import { eventually, signIn, signInRecipientBrowser, type TestProduct } from '../harness.ts'
import { Shared, startDemoProduct } from './demo-product.ts'
import { lengthenTexts } from './long-texts.ts'
import { watch } from './page-watch.ts'

/** Staff of the demo data. */
export const sanne = 'sanne@linde.example'

export type Opening = {
  /** Begins with a slash. */
  readonly path: string
  readonly locale?: string
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active' | 'none'
  /** A touch screen, which has larger controls. */
  readonly hasTouch?: boolean
  /** Makes the page's texts as long as translations may be. */
  readonly isLong?: boolean
  /** Who is signed in: address of a member of staff or number of a recipient; nobody when left out. */
  readonly as?: string
  /** Blocked by default, because they outlive a test. */
  readonly serviceWorkers?: 'allow'
  /** The test needs a microphone, or asks whether the app can be installed. */
  readonly inWholeBrowser?: boolean
  /** The test itself repeats a change. */
  readonly mayRepeat?: boolean
}

type Look = Omit<Opening, 'path' | 'as' | 'inWholeBrowser' | 'mayRepeat'>

const close = (browser: Browser) => browser.close()
const browsers = new Shared(() => startBrowser(), close)
const wholeBrowsers = new Shared(() => startWholeBrowser(), close)
const products = new Shared(startDemoProduct, (product) => product.stop())
const cookies = new Map<string, string>()

/**
 * The product with its demo data and a browser, both shared by the files of a process. Call it at the top of a file;
 * both start and stop by themselves. Tests make changes in an organization of their own, or in demo data that no other
 * test relies on.
 *
 * @param own for a file that changes more than that: gives it a product of its own
 */
export function startWeb({ own = false } = {}) {
  const shared = own ? new Shared(startDemoProduct, (product) => product.stop()) : products
  for (const one of [shared, browsers, wholeBrowsers]) one.join()
  let product: TestProduct | undefined
  let browser: Browser | undefined
  const ready = async () => {
    product = await shared.get()
    browser = await browsers.get()
  }
  before(ready)
  after(async () => {
    await browsers.leave()
    await wholeBrowsers.leave()
    await shared.leave()
  })
  const running = () => {
    assert.ok(product && browser)
    return { product, browser }
  }
  return {
    /** To await in a file's own hooks: outside a suite hooks start concurrently. */
    ready,
    get product(): TestProduct {
      return running().product
    },
    /** Opens a page and waits for its heading. At the end, the test fails on anything that `watch` finds. */
    async open(t: TestContext, { path, as, inWholeBrowser, mayRepeat = false, ...look }: Opening): Promise<Page> {
      const { product } = running()
      const browser = inWholeBrowser ? await wholeBrowsers.get() : running().browser
      const context = await newContext(browser, look)
      const assertKept = watch(context, product.baseUrl, mayRepeat)
      t.after(async () => {
        await assertKept().finally(() => context.close())
      })
      if (as !== undefined) await context.addCookies([await sessionOf(product, as)])
      const page = await context.newPage()
      await page.goto(`${product.baseUrl}${path}`)
      await page.locator('h1').waitFor()
      return page
    },
    /** Makes the next `open` sign in again. */
    forgetSessions: () => cookies.clear(),
    /** Ends every session of staff, as if by timeout. */
    async endSessions(): Promise<void> {
      cookies.clear()
      await running().product.operator.query('update staff_session set ended_at = now() where ended_at is null')
    },
  }
}

/** Signs in once for all tests of a process. */
async function sessionOf(product: TestProduct, as: string) {
  const key = `${product.baseUrl} ${as}`
  const cookie = cookies.get(key) ?? (await (as.startsWith('+') ? signInRecipientBrowser : signIn)(product, as))
  cookies.set(key, cookie)
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url: product.baseUrl, httpOnly: true, sameSite: 'Lax' as const }
}

async function newContext(
  browser: Browser,
  {
    locale = 'en',
    width = 1280,
    colorScheme = 'light',
    forcedColors = 'none',
    hasTouch = false,
    isLong,
    serviceWorkers,
  }: Look,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    colorScheme,
    forcedColors,
    hasTouch,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorkers ?? 'block',
    timezoneId: 'Europe/Amsterdam',
    locale: locale.startsWith('pap') ? 'nl' : locale,
  })
  context.setDefaultTimeout(30_000)
  // Only initially: a choice in the page stays.
  await context.addInitScript((first) => {
    if (localStorage.getItem('tijdig.locale') === null) localStorage.setItem('tijdig.locale', first)
  }, locale)
  if (isLong) await lengthenTexts(context)
  return context
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const ofColours = ['color-contrast', 'link-in-text-block']
/** WCAG 2.2 AA, and what axe calls best practice. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails on any accessibility fault or sideways scrolling.
 *
 * @param asked part of axe's rules, where the others would repeat the result of an earlier check
 */
export async function assertAccessible(page: Page, asked: 'all' | 'all but colours' = 'all'): Promise<void> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(await axe)
  const options = {
    runOnly: { type: 'tag', values: standards },
    rules: asked === 'all but colours' ? Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) : {},
    resultTypes: ['violations'],
  }
  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }
    // The component library's announcements stay for seconds after their button has gone.
    const { violations } = await axe.run({ exclude: [['[data-live-announcer]']] }, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
  assert.deepEqual(violations, [], page.url())
  const root = 'document.documentElement'
  const overflow = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)
  assert.equal(overflow, 0, `${page.url()} scrolls sideways`)
}

type AxeResults = { readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[] }

/** Waits until the heading of a page has the focus, which it takes from anything focused earlier. */
export async function arrive(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: title })
  await heading.waitFor()
  await eventually(() => isFocused(heading))
}

/** Replaces a field's text, again until all of it is there: a menu that has just closed may take the focus back. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await eventually(async () => {
    await field.press('Control+a')
    await field.pressSequentially(text)
    return (await field.inputValue()) === text
  })
}

/** Types the parts of a day or time, each until it is there. */
export async function typeParts(field: Locator, values: readonly number[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    const part = field.getByRole('spinbutton').nth(index)
    await part.pressSequentially(String(value))
    await eventually(async () => Number(await part.getAttribute('aria-valuenow')) === value)
  }
}

export async function isFocused(locator: Locator): Promise<boolean> {
  return (await locator.and(locator.page().locator(':focus')).count()) === 1
}

/** Keys of what we store in the browser besides cookies. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
}

/** A picture for people, in .tijdig/screenshots. Only with TIJDIG_TEST_PICTURES: they take a third of the time. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env['TIJDIG_TEST_PICTURES']) return
  await mkdir('.tijdig/screenshots', { recursive: true })
  await page.screenshot({ path: `.tijdig/screenshots/${name}.png` })
}
