import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { formatDay, formatTime } from '#web/ui/time/dates.ts'
import { directionOf, locales, type Locale } from '#web/ui/language/locales.ts'
import { appointmentOf, everyPage, visitors, walk, type Visit, type Visitor } from '../every-page.ts'
import { messageIds } from '../texts.ts'
import { startWeb } from '../world.ts'

const web = startWeb()
let visits: Readonly<Record<Visitor, Visit>>
let ids: ReadonlySet<string>
let appointment: Awaited<ReturnType<typeof appointmentOf>>
before(async () => {
  await web.ready()
  visits = await everyPage(web.product)
  ids = await messageIds()
  appointment = await appointmentOf(web.product)
})

/**
 * All pages in all 43 languages would take longer than all other web tests. So `npm test` covers the languages that
 * differ most: the longest words and texts, another alphabet, an Indian script, right to left, no spaces, and day names
 * that browsers lack. Arabic and even longer texts are in accessible.test.ts, dates in all languages in
 * ../dates.test.ts, and `npm run test:nightly` covers all pages in all languages.
 */
const mostDifferent: readonly Locale[] = ['fi', 'de', 'ru', 'ta', 'ur', 'ja', 'pap-CW']
const looked = process.env['TIJDIG_TEST_ALL_LANGUAGES'] ? locales : mostDifferent

for (const visitor of visitors)
  test(`every page of ${visitor} speaks ${looked.length} languages, and fits a narrow screen in each`, async (t) => {
    const { as, paths } = visits[visitor]
    const page = await web.open(t, { path: paths[0], width: 320, ...(as && { as }) })
    const faults: string[] = []
    for (const locale of looked) {
      await page.evaluate(`localStorage.setItem('tijdig.locale', '${locale}')`)
      await page.goto(new URL(paths[0], page.url()).href)
      const english = englishOf(locale)
      let said = ''
      for await (const path of walk(page, visitor, paths)) {
        const { lang, dir, overflow, text } = await page.evaluate<Look>(look)
        const note = (fault: string) => faults.push(`${path} in ${locale}: ${fault}`)
        if (lang !== locale || dir !== directionOf(locale)) note(`says it is ${lang} from ${dir}`)
        if (overflow > 0) note(`${overflow} px too wide`)
        for (const word of text.split(/\s+/)) if (ids.has(word) || /\{\w*\}|<\/?\d+>/.test(word)) note(`shows ${word}`)
        const [day] = english.exec(text) ?? []
        if (day !== undefined) note(`${day} is English`)
        if (path.endsWith(appointment.id))
          for (const part of [formatDay, formatTime].map((format) =>
            format(appointment.startsAt, locale, 'Europe/Amsterdam'),
          ))
            if (!text.toLowerCase().includes(part.toLowerCase())) note(`does not say ${part}, as the messages do`)
        said += text
      }
      for (const character of await withoutGlyph(page, said)) faults.push(`${locale}: nothing shows ${character}`)
    }
    assert.deepEqual(faults, [])
  })

type Look = { readonly lang: string; readonly dir: string; readonly overflow: number; readonly text: string }

// As text, because the tests are not checked with the types of a browser. What says that it is in another language, such as a
// message to somebody, is no text of the page.
const look = `(() => {
  const { lang, dir, scrollWidth, clientWidth } = document.documentElement
  const foreign = [...document.body.querySelectorAll('[lang]')].filter((one) => one.lang !== lang)
  const own = foreign.reduce((text, one) => text.replace(one.innerText, ''), document.body.innerText)
  const named = [...document.querySelectorAll('[aria-label], [placeholder]')].map((one) => one.ariaLabel ?? one.placeholder)
  return { lang, dir, overflow: scrollWidth - clientWidth, text: [document.title, own, ...named].join('\\n') }
})()`

/** English names of days and months, except those that the language also has, in either case. */
function englishOf(locale: Locale): RegExp {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2027, month, month + 1)))
  const own = days
    .map((day) => formatDay(day, locale, 'UTC'))
    .join(' ')
    .toLowerCase()
  const english = days.flatMap((day) => formatDay(day, 'en', 'UTC').split(/[ \d]+/))
  const foreign = english.filter((name) => name.length > 3 && !own.includes(name.toLowerCase()))
  return foreign.length === 0 ? /(?!)/ : new RegExp(`\\b(${foreign.join('|')})\\b`)
}

/** Characters without a glyph, except those of a script for which the machine has no font. */
async function withoutGlyph(page: Page, text: string): Promise<string[]> {
  const characters = [...new Set(text)].filter((one) => !/[\p{C}\p{Z}\p{M}\p{Variation_Selector}]/u.test(one))
  const asked = [...characters, ...fontsOf.keys()]
  const missing = new Set(await page.evaluate<string[]>(`(${drawnAsNothing})(${JSON.stringify(asked)})`))
  const absent = [...fontsOf].flatMap(([letter, script]) => (missing.has(letter) ? [script] : []))
  return characters.filter((one) => missing.has(one) && !absent.some((script) => script.test(one)))
}

/** Scripts that machines may lack, each by a letter that a font without the whole script does not have. */
const fontsOf = new Map([
  ['日', /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff00-\uffef]/u],
  ['한', /\p{scx=Hangul}/u],
  ['ह', /\p{scx=Devanagari}/u],
  ['ব', /\p{scx=Bengali}/u],
  ['த', /\p{scx=Tamil}/u],
  ['ਪ', /\p{scx=Gurmukhi}/u],
  ['ہ', /\p{scx=Arabic}/u],
])

const drawnAsNothing = `(characters) => {
  const pen = new OffscreenCanvas(32, 32).getContext('2d', { willReadFrequently: true })
  pen.font = '20px ' + getComputedStyle(document.body).fontFamily
  const draw = (character) => {
    pen.clearRect(0, 0, 32, 32)
    pen.fillText(character, 6, 24)
    return pen.getImageData(0, 0, 32, 32).data.join()
  }
  const nothing = draw('\\u{10fffd}')
  return characters.filter((one) => draw(one) === nothing)
}`
