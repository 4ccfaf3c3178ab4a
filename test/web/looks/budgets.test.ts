import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { appointmentOf, noor } from '../every-page.ts'
import { sanne, startWeb } from '../world.ts'

const web = startWeb()

/** Most bytes a page may transfer, compressed and with its texts. Never raise one. */
const budgets = {
  message: 92_000,
  recipient: 120_000,
  firstOfPortal: 120_000,
  portal: 200_000,
  css: 15_000,
}

type Visit = {
  readonly paths: readonly [string, ...string[]]
  readonly as?: string
  readonly locale?: string
  readonly budget: number
}

/** Opens pages without a cache and adds up what each loads. */
async function assertLight(t: TestContext, { paths, as, locale = 'nl', budget }: Visit): Promise<void> {
  const page = await web.open(t, { path: paths[0], locale, ...(as && { as }) })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
    await page.locator('h1').waitFor()
    const came = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming
        return { name, encodedBodySize }
      }),
    )
    const sum = (suffix: string) => {
      const files = came.filter(({ name }) => name.endsWith(suffix))
      return files.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    }
    const [js, css] = [sum('.js'), sum('.css')]
    t.diagnostic(`${path}: ${js} bytes of code, ${css} of style`)
    // React alone is more than half of that.
    assert.ok(js > 60_000 && css > 1_000, 'What came was not counted')
    assert.ok(js <= budget, `${path} has ${js} bytes of code`)
    assert.ok(css <= budgets.css, `${path} has ${css} bytes of style`)
  }
}

test('the page of a message is light, also in one of the languages that need most bytes', async (t) => {
  for (const locale of ['nl', 'ta'])
    await assertLight(t, { paths: ['/m/0000000000000'], locale, budget: budgets.message })
})

test('the first pages of recipient app and portal are light', async (t) => {
  await assertLight(t, { paths: ['/my'], budget: budgets.recipient })
  await assertLight(t, { paths: ['/sign-in'], budget: budgets.firstOfPortal })
})

test('every page of the recipient app is light', async (t) => {
  const { id } = await appointmentOf(web.product)
  const paths = ['/my', '/my/all', '/my/suggestions', '/my/me', `/a/${id}`] as const
  await assertLight(t, { paths, as: noor, budget: budgets.recipient })
})

test('every page of the portal is light', (t) =>
  assertLight(t, {
    paths: [
      '/today',
      '/appointments',
      '/appointments/new',
      '/requests',
      '/delivery',
      '/setup',
      '/setup/locations',
      '/setup/types',
      '/setup/types/new',
      '/setup/reminders',
      '/setup/layouts',
      '/setup/integrations',
      '/account',
      '/voice',
      '/help',
    ],
    as: sanne,
    budget: budgets.portal,
  }))
