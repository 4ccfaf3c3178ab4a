import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import type { Browser } from 'playwright-core'
import { formatDate, formatList, formatShortDate, formatTime } from '#/locales/date-time.ts'
import { locales, textDirection } from '#/locales/locales.ts'
import { availableLocales } from '#/messages/catalogues/catalogues.ts'
import { exampleMessageInput } from '#/messages/example-message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { webPage } from '#/messages/web-page.ts'
import { startBrowser } from './browser.ts'

let browser: Browser
test.before(async () => {
  browser = await startBrowser()
})
test.after(() => browser.close())

const clocks = Array.from({ length: 12 }, (_, index) => ({
  year: 2026,
  month: index + 1,
  day: 1 + 2 * index,
  hour: 2 * index,
  minute: 5 * index,
  region: ['NL', 'US', 'IN'][index % 3] ?? null,
}))

test('a browser writes the dates and times of every language as the server does', async () => {
  const page = await browser.newPage()
  await page.route('https://tijdig.example/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/')
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Dates</title>' })
    const source = readFileSync(new URL(`../../src/locales${pathname}`, import.meta.url), 'utf8')
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
  })
  await page.goto('https://tijdig.example/')
  const inBrowser = await page.evaluate(
    `(async () => {
      const { formatDate, formatList, formatShortDate, formatTime } = await import('/date-time.ts')
      return Object.fromEntries(${JSON.stringify(locales)}.map((locale) => [locale, ${JSON.stringify(clocks)}.map((clock) => [
        formatDate(locale, clock, true), formatShortDate(locale, clock, false), formatTime(locale, clock), formatList(locale, ['a', 'b', 'c']),
      ])]))
    })()`,
  )
  const onServer = Object.fromEntries(
    locales.map((locale) => [
      locale,
      clocks.map((clock) => [
        formatDate(locale, clock, true),
        formatShortDate(locale, clock, false),
        formatTime(locale, clock),
        formatList(locale, ['a', 'b', 'c']),
      ]),
    ]),
  )
  assert.deepEqual(inBrowser, onServer)
  await page.close()
})

test('a mail and a page fit a narrow telephone in every language, and say which it is and how it runs', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 800 } })
  for (const locale of availableLocales()) {
    const mail = renderEmail(exampleMessageInput({ kind: 'confirm_prompt', localePreferences: [locale] }))
    const form = webPage(locale, {
      title: 'page.unsubscribe.title',
      main: (text) =>
        `<h1>${text('page.unsubscribe.askHeading')}</h1><p>${text('page.unsubscribe.ask', { holder: 'Praktijk De Linde' })}</p>`,
      formAction: null,
    })
    for (const html of [mail.html, form.html]) {
      await page.setContent(html)
      const facts = await page.evaluate(
        `[document.documentElement.lang, getComputedStyle(document.body).direction, document.documentElement.scrollWidth]`,
      )
      assert.deepEqual(facts, [locale, textDirection(locale), 320], locale)
    }
  }
  await page.close()
})
