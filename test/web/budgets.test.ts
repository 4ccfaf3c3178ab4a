import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { appointmentOf, noor } from './every-page.ts'
import { sanne, startWeb } from './world.ts'

const web = startWeb()

/** Most bytes a page may transfer, compressed and with its texts. Never raise one. */
const budgets = {
  message: 92_000,
  recipient: 120_000,
  firstOfPortal: 120_000,
  portal: 200_000,
  css: 15_000,
}

type Visit = { readonly path: string; readonly as?: string; readonly locale?: string }

/** Opens a page with an empty cache and adds up what it loads. */
async function assertLight(t: TestContext, visit: Visit, jsBudget: number): Promise<void> {
  const page = await web.open(t, { locale: 'nl', ...visit })
  await page.waitForLoadState('networkidle')
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
  t.diagnostic(`${visit.path}: ${js} bytes of code, ${css} of style`)
  // React alone is more than half of that.
  assert.ok(js > 60_000 && css > 1_000, 'What came was not counted')
  assert.ok(js <= jsBudget, `${visit.path} has ${js} bytes of code`)
  assert.ok(css <= budgets.css, `${visit.path} has ${css} bytes of style`)
}

const ofMessage: readonly Visit[] = [
  { path: '/m/0000000000000' },
  // Few languages need more bytes.
  { path: '/m/0000000000000', locale: 'ta' },
]
for (const visit of ofMessage)
  test(`${visit.path} in ${visit.locale ?? 'nl'} is light`, (t) => assertLight(t, visit, budgets.message))

const ofRecipient: readonly Visit[] = [
  { path: '/my' },
  { path: '/my', as: noor },
  { path: '/my/all', as: noor },
  { path: '/my/suggestions', as: noor },
  { path: '/my/me', as: noor },
]
for (const visit of ofRecipient)
  test(`${visit.path} ${visit.as ? 'signed in' : 'of nobody'} is light`, (t) =>
    assertLight(t, visit, budgets.recipient))
test('/a of somebody signed in is light', async (t) => {
  const { id } = await appointmentOf(web.product)
  await assertLight(t, { path: `/a/${id}`, as: noor }, budgets.recipient)
})
test('the first page of the portal is light', (t) => assertLight(t, { path: '/sign-in' }, budgets.firstOfPortal))

const ofPortal = [
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
]
for (const path of ofPortal)
  test(`${path} of the portal is light`, (t) => assertLight(t, { path, as: sanne }, budgets.portal))
