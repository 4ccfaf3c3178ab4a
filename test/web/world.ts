import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, type TestContext } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { seedDemo } from '#/app/demo/seed-demo.ts'
import { createLog } from '#/kernel/log.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { startBrowser } from '../e2e/browser.ts'
import { signIn, signInRecipientBrowser, startTestProduct, type TestProduct } from '../harness.ts'

/** Staff of the demo data. */
export const sanne = 'sanne@linde.example'

export type Opening = {
  /** Begins with a slash. */
  readonly path: string
  readonly locale?: string
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Member of staff, or the number of somebody with appointments, who is signed in; nobody when left out. */
  readonly as?: string
  /** Blocked when left out: they outlive a test. */
  readonly serviceWorkers?: 'allow'
}

/** The product with its demo data and one browser, for one test file. Call it at the top; it starts and stops by itself. */
export function startWeb(options: Parameters<typeof startTestProduct>[0] = {}) {
  let product: TestProduct | undefined
  let browser: Browser | undefined
  const cookies = new Map<string, string>()
  before(async () => {
    product = await startTestProduct(options)
    await addDemo(product)
    browser = await startBrowser()
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })
  const running = () => {
    assert.ok(product && browser)
    return { product, browser }
  }
  return {
    get product(): TestProduct {
      return running().product
    },
    /** Opens a page and waits for its heading. Whatever the console calls an error makes the test fail. */
    async open(t: TestContext, { path, as, ...look }: Opening): Promise<Page> {
      const { product, browser } = running()
      const context = await newContext(browser, look)
      if (as !== undefined) {
        const cookie = cookies.get(as) ?? (await (as.startsWith('+') ? signInRecipientBrowser : signIn)(product, as))
        cookies.set(as, cookie)
        const [name = '', value = ''] = cookie.split('=')
        await context.addCookies([{ name, value, url: product.baseUrl, httpOnly: true, sameSite: 'Lax' }])
      }
      const page = await context.newPage()
      const faults = listenForFaults(page)
      t.after(async () => {
        await context.close()
        assert.deepEqual(faults, [])
      })
      await page.goto(`${product.baseUrl}${path}`)
      await page.locator('h1').waitFor()
      return page
    },
    /** Has whoever is signed in next do so anew. */
    forgetSessions: () => cookies.clear(),
    /** Ends every session of staff, as if they had been away for too long. */
    async endSessions(): Promise<void> {
      cookies.clear()
      await running().product.operator.query('update staff_session set ended_at = now() where ended_at is null')
    },
  }
}

async function newContext(
  browser: Browser,
  { locale = 'en', width = 1280, colorScheme = 'light', serviceWorkers }: Omit<Opening, 'path' | 'as'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorkers ?? 'block',
    timezoneId: 'Europe/Amsterdam',
    locale: locale.startsWith('pap') ? 'nl' : locale,
  })
  context.setDefaultTimeout(30_000)
  // At first; what is chosen in the page stays.
  await context.addInitScript((first) => {
    if (localStorage.getItem('tijdig.locale') === null) localStorage.setItem('tijdig.locale', first)
  }, locale)
  return context
}

/** The status of an answer is the page's own affair; anything else the console calls an error is a fault, also of the policy. */
function listenForFaults(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const isStatus = message.text().startsWith('Failed to load resource')
    // Said by the test's own browser, which keeps no worker from one test to the next.
    const isBlocked = message.text().startsWith('Service Worker registration blocked')
    if (!isStatus && !isBlocked && (message.type() === 'error' || message.type() === 'warning'))
      faults.push(message.text())
  })
  return faults
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No fault of WCAG 2.2 AA or of what axe calls best practice, nothing that scrolls sideways, and texts of no raw id. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(await axe)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await axe.run(
      // What the component library told screen readers of a button stays for seconds after that has gone.
      { exclude: [['[data-live-announcer]']] },
      { runOnly: { type: 'tag', values: tags } },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  assert.deepEqual(violations, [], page.url())
  const root = 'document.documentElement'
  const overflow = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)
  assert.equal(overflow, 0, `${page.url()} scrolls sideways`)
}

type AxeResults = { readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[] }

/** Whether the keys that are typed reach it. */
export async function isFocused(locator: Locator): Promise<boolean> {
  return (await locator.and(locator.page().locator(':focus')).count()) === 1
}

/** What this browser keeps of us beyond its cookies. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
}

/** A picture for people, in .tijdig/screenshots. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir('.tijdig/screenshots', { recursive: true })
  await page.screenshot({ path: `.tijdig/screenshots/${name}.png` })
}

async function addDemo({ databaseUrl, operator, login, services, settings }: TestProduct): Promise<void> {
  const onIdleError = (error: Error) => assert.fail(error)
  const api = openPool({ databaseUrl, role: 'tijdig_api', size: 2, onIdleError })
  try {
    await seedDemo({ operator, api, login }, services, settings, createLog('warn', process.stderr))
  } finally {
    await api.end()
  }
}
