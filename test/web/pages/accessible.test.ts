import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { everyPage, settle, visitors, walk, type Visit, type Visitor } from '../every-page.ts'
import { assertLaidOut } from '../geometry.ts'
import { assertAccessible, startWeb, type Opening } from '../world.ts'

const web = startWeb()
let visits: Readonly<Record<Visitor, Visit>>
before(async () => {
  await web.ready()
  visits = await everyPage(web.product)
})

// Colours are the same in every language, and do not affect layout. To look at them is most of the work.
const inColours = async (page: Page, width: number) => {
  await page.emulateMedia({ colorScheme: width === 1280 ? 'light' : 'dark' })
  await assertAccessible(page)
}
const inOtherWords = (page: Page) => assertAccessible(page, 'all but colours')

const looks: readonly (readonly [
  name: string,
  look: Omit<Opening, 'path' | 'as'>,
  assertReadable: (page: Page, width: number) => Promise<void>,
])[] = [
  ['English, by day and in the dark', {}, inColours],
  ['Arabic', { locale: 'ar' }, inOtherWords],
  ['a language of long words', { isLong: true }, inOtherWords],
]

for (const visitor of visitors)
  for (const [name, look, assertReadable] of looks)
    test(`no page of ${visitor} has a fault of accessibility or of layout in ${name}, wide or narrow`, async (t) => {
      const { as, paths } = visits[visitor]
      const isApp = visitor === 'recipient'
      const page = await web.open(t, { path: paths[0], hasTouch: isApp, ...(as && { as }), ...look })
      // Faults are collected from all pages before the test fails.
      const faults: string[] = []
      const note = (error: Error) => faults.push(error.message)
      for await (const _ of walk(page, visitor, paths)) {
        // The narrow ones are also a screen of 1280 pixels at a zoom of 200 and 400 %.
        for (const width of [1280, 640, 320]) {
          await page.setViewportSize({ width, height: width < 640 ? 844 : 900 })
          await settle(page)
          if (width !== 640) await assertReadable(page, width).catch(note)
          await assertLaidOut(page, isApp ? 44 : 0).catch(note)
        }
        await page.setViewportSize({ width: 1280, height: 900 })
      }
      assert.deepEqual(faults, [])
    })

test('where colours are forced, what has the focus is still seen', async (t) => {
  for (const visitor of ['staff', 'recipient'] as const) {
    const { as, paths } = visits[visitor]
    const page = await web.open(t, { path: paths[0], ...(as && { as }), forcedColors: 'active' })
    await settle(page)
    await assertAccessible(page)
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate<string>(
        `(({ outlineStyle, outlineWidth }) => outlineStyle + outlineWidth)(getComputedStyle(document.activeElement))`,
      )
      assert.match(outline, /^(solid|auto)[1-9]/, `stop ${stop} of ${paths[0]}`)
    }
  }
})
