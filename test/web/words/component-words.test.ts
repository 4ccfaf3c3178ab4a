import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { locales } from '#/locales/locales.ts'
import { sanne, startWeb } from '../world.ts'

const web = startWeb()

const folder = 'web/ui/language/component-words'

async function wordsOf(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`${folder}/${file}`, 'utf8')) as Record<string, string>
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

test('each language has the components speak it: by the library, or by a whole file of ours', async () => {
  const library = await readdir('node_modules/react-aria-components/i18n')
  const own = await readdir(folder)
  const isThere = (locale: string) => {
    const language = locale.split('-')[0] ?? ''
    return library.some((file) => file.startsWith(`${language}-`)) || own.some((file) => file.startsWith(language))
  }
  assert.deepEqual(
    locales.filter((locale) => !isThere(locale)),
    [],
  )
  const first = await wordsOf('hi.json')
  for (const file of own) {
    const words = await wordsOf(file)
    assert.deepEqual(Object.keys(words), Object.keys(first), file)
    for (const [name, text] of Object.entries(words)) {
      assert.ok(text.trim() !== '', `${file}: ${name} is empty`)
      assert.deepEqual(placeholders(text), placeholders(first[name] ?? ''), `${file}: ${name}`)
    }
  }
})

for (const [locale, file] of [
  ['hi', 'hi.json'],
  ['pap-AW', 'pap-CW.json'],
] as const)
  test(`what the components say in ${locale} is not English`, async (t) => {
    const { empty = '' } = await wordsOf(file)
    const page = await web.open(t, { path: '/appointments/new', as: sanne, locale })
    await page.locator(`[role=spinbutton][aria-valuetext="${empty}"]`).first().waitFor()
  })

test('how long before the start is said in Papiamentu too', async (t) => {
  const page = await web.open(t, { path: '/setup/reminders', as: sanne, locale: 'pap-CW' })
  await page
    .getByText(/\d (dia|ora)/)
    .first()
    .waitFor()
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /\b(days?|hours?)\b/)
})
