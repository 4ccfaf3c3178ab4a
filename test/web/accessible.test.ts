import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, sanne, screenshot, startWeb, type Opening } from './world.ts'

const web = startWeb()

const openings: readonly (Opening & { readonly name: string })[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'today', path: '/today', as: sanne },
]

for (const { name, ...opening } of openings)
  for (const [locale, dir] of [
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ] as const)
    for (const width of [320, 1280])
      test(`${name} has no fault of accessibility in ${locale} at ${width} px`, async (t) => {
        const page = await web.open(t, { ...opening, locale, width })
        const root = page.locator('html')
        assert.deepEqual([await root.getAttribute('lang'), await root.getAttribute('dir')], [locale, dir])
        await screenshot(page, `${name}-${locale}-${width}`)
        await assertAccessible(page)
      })

test('the dark scheme has no fault of accessibility either', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne, colorScheme: 'dark' })
  await screenshot(page, 'today-dark')
  await assertAccessible(page)
})

test('dialogs and menus of the shell have no fault of accessibility', async (t) => {
  const page = await web.open(t, { path: '/today', as: sanne })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await screenshot(page, 'palette')
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('dialog').waitFor()
  await assertAccessible(page)
})
