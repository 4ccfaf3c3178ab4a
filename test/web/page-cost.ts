import type { Page } from 'playwright-core'
import { settle } from './every-page.ts'

/** What opening a page costs. */
export type PageCost = {
  /** Calls to the API and to the sign-in routes. */
  readonly calls: readonly string[]
  /** From the beginning of the navigation until nothing is loading. */
  readonly ms: number
  readonly nodes: number
  /** What the API answered, compressed. */
  readonly bytes: number
}

/** How much slower than this machine the processor of a desk may be. */
const slowdown = 4

/** Opens a page as on a slow computer. The files of the app are in the browser's cache after the first time. */
export async function costOf(page: Page, path: string): Promise<PageCost> {
  const calls: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(api|auth)\//.test(pathname)) calls.push(pathname + search)
  }
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  page.on('request', note)
  await page.goto(new URL(path, page.url()).href, { waitUntil: 'commit' })
  await settle(page)
  const measured = await page.evaluate<Omit<PageCost, 'calls'>>(`({
    ms: Math.round(performance.now()),
    nodes: document.querySelectorAll('*').length,
    bytes: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  })`)
  page.off('request', note)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devTools.detach()
  return { calls, ...measured }
}
