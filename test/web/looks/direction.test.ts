import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleMessageInput } from '#/messages/example-message-input.ts'
import { renderEmail } from '#/messages/email/render-email.ts'
import { renderSms } from '#/messages/sms/render-sms.ts'
import { startBrowser } from '../../e2e/browser.ts'

const arabic = 'عيادة النور'
const latin = 'Praktijk De Linde'
// The text right after the name, as the sentence of the language has it, and whether it is read from right to left.
const sentences = [
  ['nl', arabic, 'op', 'ltr'],
  ['zh-Hans', arabic, '12', 'ltr'],
  ['zh-Hant', arabic, '12', 'ltr'],
  ['ja', arabic, '12', 'ltr'],
  ['ko', arabic, '12', 'ltr'],
  ['ar', latin, '3', 'rtl'],
  ['fa', latin, '3', 'rtl'],
] as const

test('in a browser, what follows a name that runs the other way stands on the side on which the language reads on', async (t) => {
  const browser = await startBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 2_000, height: 400 } })
  for (const [locale, displayName, next, direction] of sentences) {
    const input = exampleMessageInput({
      localePreferences: [locale],
      holder: { displayName, phoneNumber: null, websiteUrl: null },
    })
    for (const text of [renderSms(input).text, renderEmail(input).subject]) {
      await page.setContent(`<p dir="${direction}" style="white-space: nowrap">${text}</p>`)
      const [name, after] = await page.evaluate<readonly [number, number]>(
        `(${middlesOf})(${JSON.stringify(displayName)}, ${JSON.stringify(next)})`,
      )
      const isAfter = direction === 'ltr' ? after > name : after < name
      assert.ok(isAfter, `${locale}: ${text}`)
    }
  }
})

/** Where the middle of the name stands on the page, and that of what follows it. */
const middlesOf = `(name, next) => {
  const content = document.querySelector('p').firstChild
  const at = content.textContent.indexOf(name)
  const middleOf = (start, length) => {
    const range = document.createRange()
    range.setStart(content, start)
    range.setEnd(content, start + length)
    const { left, right } = range.getBoundingClientRect()
    return (left + right) / 2
  }
  return [middleOf(at, name.length), middleOf(content.textContent.indexOf(next, at + name.length), next.length)]
}`
