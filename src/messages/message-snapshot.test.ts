import { join } from 'node:path'
import { test } from 'node:test'
import { availableLocales } from '#/messages/catalogues/catalogues.ts'
import { exampleMessageInput } from './example-message-input.ts'
import { exampleTexts } from './example-texts.ts'
import { renderEmail } from '#/messages/email/render-email.ts'

// Update: `npm run -s node -- --test --test-update-snapshots src/messages/message-snapshot.test.ts`, and read the diff.
const folder = join(import.meta.dirname, 'snapshots')
const asWritten = { serializers: [String] }

for (const locale of availableLocales()) {
  test(`every message of ${locale} is the one that was reviewed`, (t) => {
    const rows = exampleTexts(locale).map(({ name, text }) => `== ${name}\n${text}`)
    t.assert.fileSnapshot(`${rows.join('\n\n')}\n`, join(folder, `${locale}.txt`), asWritten)
  })
}

test('the HTML of an e-mail and its calendar file are the ones that were reviewed', (t) => {
  const email = renderEmail(exampleMessageInput())
  t.assert.fileSnapshot(email.html, join(folder, 'email-html.txt'), asWritten)
  t.assert.fileSnapshot(email.calendar?.content.replaceAll('\r\n', '\n') ?? '', join(folder, 'calendar.ics'), asWritten)
})
