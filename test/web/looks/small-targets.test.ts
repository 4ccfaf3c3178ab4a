import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, sanne, startWeb } from '../world.ts'
import { noor } from '../every-page.ts'

const web = startWeb()

test('the parts of a day can be pressed in Japanese, where signs stand between them', async (t) => {
  const page = await web.open(t, { path: '/appointments/new', as: sanne, locale: 'ja' })
  const parts = page.getByRole('spinbutton')
  await parts.first().waitFor()
  for (const part of await parts.all()) {
    const { width, height } = (await part.boundingBox()) ?? assert.fail()
    assert.ok(width >= 24 || height === 0, `${await part.textContent()} is ${width} px wide`)
  }
  await assertAccessible(page, 'all but colours')
})

const long = [
  { path: '/setup/reminders', as: sanne, width: 1280 },
  { path: '/setup/types/new', as: sanne, width: 1280 },
  { path: '/account/profile', as: sanne, width: 1280 },
  { path: '/setup/types/new', as: sanne, width: 390 },
  { path: '/my/me', as: noor, width: 390 },
] as const

for (const { path, as, width } of long) {
  test(`what has the focus lies under no bar: ${path} at ${width} px`, async (t) => {
    const page = await web.open(t, { path, as, width })
    await page.waitForLoadState('networkidle')
    const hidden: string[] = []
    for (let stop = 0; stop < 80; stop += 1) {
      await page.keyboard.press('Tab')
      const what = await page.evaluate<string | null>(underBar)
      if (what === 'end') break
      if (what !== null) hidden.push(what)
    }
    assert.deepEqual(hidden, [])
  })
}

// As text, because the tests are not checked with the types of a browser. An input that is drawn by its label is that.
const underBar = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return 'end'
  if (focused.closest('[data-bar]')) return null
  const one = focused.tagName === 'INPUT' && focused.getBoundingClientRect().width < 3 ? focused.closest('label') : focused
  const { top, bottom, left, right } = one.getBoundingClientRect()
  const isUnder = (bar) => left < bar.right && right > bar.left && top < bar.bottom && (bottom - top < 100 ? bottom > bar.top + 1 : top > bar.top - 24)
  const bars = [...document.querySelectorAll('[data-bar]')].map((bar) => bar.getBoundingClientRect()).filter(({ height }) => height > 0)
  const isHidden = bottom > innerHeight + 1 && bottom - top < 100 || top > innerHeight - 24 || bars.some(isUnder)
  return isHidden ? one.textContent.trim().slice(0, 40) + ' ' + one.tagName : null
})()`
