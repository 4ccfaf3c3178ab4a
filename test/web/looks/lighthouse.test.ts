import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import lighthouse from 'lighthouse'
import { chromium, type Browser } from 'playwright-core'
import { startBrowser } from '../../e2e/browser.ts'
import { eventually, signIn, signInRecipientBrowser } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { appointmentOf, linkOf, noor } from '../every-page.ts'
import { sanne, startWeb } from '../world.ts'

const web = startWeb()
let browser: Browser
let port = 0
before(async () => {
  ;[port = 0] = await freePorts(1)
  browser = await startBrowser(`--remote-debugging-port=${port}`)
})
after(() => browser.close())

/**
 * Lighthouse's mobile network, simulated from what was loaded in what order. This machine's own time is left out: with
 * it the same page took 2.4 to 4.5 seconds, without it the same to the millisecond each time, unless a busy machine
 * changes the order.
 */
const network = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 0,
}

type Wanted = { readonly path: string; readonly cookie?: string; readonly readyMs: number }

/** A page too heavy is so each time; on a busy machine one that is not has a round trip more now and then. */
async function assertSound(t: TestContext, wanted: Wanted): Promise<void> {
  for (let triesLeft = 5; triesLeft > 0; triesLeft -= 1) {
    const { isHeavy, assertIt } = await measure(t, wanted)
    if (!isHeavy || triesLeft === 1) return assertIt()
  }
}

async function measure(
  t: TestContext,
  { path, cookie, readyMs }: Wanted,
): Promise<{ readonly isHeavy: boolean; readonly assertIt: () => void }> {
  const { baseUrl } = web.product
  const result = await lighthouse(`${baseUrl}${path}`, {
    port,
    logLevel: 'error',
    formFactor: 'mobile',
    onlyCategories: ['accessibility', 'best-practices', 'performance'],
    throttlingMethod: 'simulate',
    throttling: network,
    precomputedLanternData: {
      additionalRttByOrigin: { [baseUrl]: 0 },
      serverResponseTimeByOrigin: { [baseUrl]: 30 },
    },
    ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
  })
  assert.ok(result)
  const { audits, categories, finalDisplayedUrl, runtimeError, runWarnings } = result.lhr
  assert.deepEqual([finalDisplayedUrl, runtimeError, runWarnings], [`${baseUrl}${path}`, undefined, []])
  for (const id of ['accessibility', 'best-practices']) {
    const failed = categories[id]?.auditRefs.filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1)
    assert.deepEqual([categories[id]?.score, failed?.map((ref) => ref.id)], [1, []], `${id} of ${path}`)
  }
  const [ready, shift] = ['largest-contentful-paint', 'cumulative-layout-shift'].map(
    (id) => audits[id]?.numericValue ?? Infinity,
  )
  // The speed index is taken from a film of the page, at the speed of this machine; the others are of the network alone.
  const weighed = (categories['performance']?.auditRefs ?? []).filter(
    ({ id, weight }) => weight > 0 && id !== 'speed-index',
  )
  const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0)
  const score =
    sumOf(weighed.map(({ id, weight }) => weight * (audits[id]?.score ?? 0))) /
    sumOf(weighed.map(({ weight }) => weight))
  t.diagnostic(`${path}: ready after ${ready} ms of network, moved by ${shift}, performance ${score.toFixed(3)}`)
  const leastScore = readyMs > 2_500 ? 0.92 : 0.95
  return {
    isHeavy: ready === undefined || ready > readyMs || score < leastScore,
    assertIt() {
      assert.ok(shift !== undefined && shift <= 0.05, `${path} moves by ${shift}`)
      assert.ok(ready !== undefined && ready <= readyMs, `${path} needs ${ready} ms of network`)
      assert.ok(score >= leastScore, `${path} has a performance of ${score}`)
    },
  }
}

// The aim is 2,500 ms. Lower a bound when its page gets lighter, and never raise one. What Today shows depends on the
// day: where somebody was not reached, that is the largest text, and comes a round trip after the page itself.
test('Lighthouse finds no fault in what the link of a message opens', async (t) =>
  assertSound(t, { path: await linkOf(web.product), readyMs: 1_950 }))

test('Lighthouse finds no fault in the pages of somebody with appointments', async (t) => {
  const cookie = await signInRecipientBrowser(web.product, noor)
  const { id } = await appointmentOf(web.product)
  await assertSound(t, { path: '/my', cookie, readyMs: 2_300 })
  await assertSound(t, { path: `/a/${id}`, cookie, readyMs: 2_300 })
})

test('Lighthouse finds no fault in the first pages of the portal', async (t) => {
  await assertSound(t, { path: '/sign-in', readyMs: 2_100 })
  await assertSound(t, { path: '/today', cookie: await signIn(web.product, sanne), readyMs: 2_800 })
})

type Manifest = { readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[] }

test('Chromium offers to install the app, with icons of the sizes they say', async (t) => {
  const visible = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  t.after(() => visible.close())
  // The default context: nothing can be installed from private ones.
  const [context] = visible.contexts()
  assert.ok(context)
  const page = await context.newPage()
  t.after(() => page.close())
  await page.goto(`${web.product.baseUrl}/my`)
  await page.locator('h1').waitFor()
  const cdp = await context.newCDPSession(page)
  const { data = '', errors } = await cdp.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  await eventually(async () => (await cdp.send('Page.getInstallabilityErrors')).installabilityErrors.length === 0)
  const { icons }: Manifest = JSON.parse(data)
  for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png')) {
    const size = await page.evaluate<string>(
      `fetch('${src}').then((icon) => icon.blob()).then(createImageBitmap).then(({ width, height }) => width + 'x' + height)`,
    )
    assert.equal(size, sizes, src)
  }
})
