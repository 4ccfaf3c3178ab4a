import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { everyPage, settle, walk } from '../every-page.ts'
import { assertLaidOut } from '../geometry.ts'
import { sanne, startWeb } from '../world.ts'

const web = startWeb()

test('no page scrolls sideways when its text alone is twice as large', async (t) => {
  const visits = await everyPage(web.product)
  for (const visitor of ['staff', 'newcomer', 'recipient'] as const) {
    const { as, paths } = visits[visitor]
    const width = visitor === 'recipient' ? 640 : 1280
    const page = await web.open(t, { path: paths[0], width, locale: 'nl', ...(as && { as }) })
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    const wide: string[] = []
    for await (const path of walk(page, visitor, paths)) {
      const root = 'document.documentElement'
      const overflow = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
      if (overflow > 0) wide.push(`${path} by ${overflow} px`)
    }
    assert.deepEqual(wide, [])
  }
})

test('the seven days of Today break no word, whatever room they have', async (t) => {
  for (const locale of ['nl', 'de', 'fi']) {
    const page = await web.open(t, { path: '/today', as: sanne, locale })
    for (const width of [1280, 1000, 820, 640, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await settle(page)
      assert.deepEqual(await brokenWords(page), [], `${locale} at ${width} px`)
    }
  }
})

/** Words in the list of days that are broken over two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const broken = []
    for (const text of document.querySelectorAll('main ol li p, main ol li span')) {
      if (text.firstChild?.nodeType !== Node.TEXT_NODE) continue
      for (const { 0: word, index } of text.firstChild.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange()
        range.setStart(text.firstChild, index)
        range.setEnd(text.firstChild, index + word.length)
        if (range.getClientRects().length > 1) broken.push(word)
      }
    }
    return broken
  })()`)
}

test('a day or a week on paper has all of its columns and nothing to press', async (t) => {
  for (const [view, locale] of [
    ['day', 'nl'],
    ['week', 'ar'],
  ] as const) {
    const page = await web.open(t, { path: `/appointments?view=${view}`, as: sanne, locale, colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    // A4 within its margins.
    await page.setViewportSize({ width: 680, height: 1000 })
    await settle(page)
    await assertLaidOut(page)
    const columns = page.getByRole('table').filter({ visible: true }).first().getByRole('columnheader')
    assert.equal(await columns.filter({ visible: true }).count(), 5)
    const others = page.locator('button, a:not([data-row-link]), input').filter({ visible: true })
    assert.deepEqual(await others.allTextContents(), [])
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
    assert.equal(ink, 'rgb(18, 21, 27)')
  }
})
