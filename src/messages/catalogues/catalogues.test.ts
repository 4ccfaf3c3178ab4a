import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { catalogues, type AvailableLocale } from './catalogues.ts'
import type { MessageKey } from './catalogue.ts'
import { intlTag } from './locales.ts'
import { measureSms } from '#/messages/sms/segments.ts'

const available = Object.keys(catalogues) as AvailableLocale[]
const keys = Object.keys(catalogues.nl.messages) as MessageKey[]

test('every text is a valid pattern and uses the same arguments in every language', () => {
  for (const locale of available) {
    for (const key of keys) {
      assert.deepEqual(argumentsOf(locale, key), argumentsOf('nl', key), `${locale} ${key}`)
    }
  }
})

test('every catalogue names its own version', () => {
  const versions = available.map((locale) => catalogues[locale].templateVersion)
  assert.equal(new Set(versions).size, versions.length)
  for (const locale of available) assert.match(catalogues[locale].templateVersion, new RegExp(`^${locale}-\\d+$`))
})

test('Dutch and English text messages hold no character outside GSM-7', () => {
  for (const locale of ['nl', 'en'] as const) {
    const isSms = (key: MessageKey) => /^(sms|when|stop|start)\.|^requestOpen$|\.sms$/.test(key)
    for (const key of keys.filter(isSms)) {
      assert.deepEqual(measureSms(catalogues[locale].messages[key]).offendingCharacters, [], `${locale} ${key}`)
    }
  }
})

test('no text to a recipient asks for a reply of CANCEL, which Twilio takes as an opt-out', () => {
  for (const locale of available) {
    for (const key of keys) assert.doesNotMatch(catalogues[locale].messages[key], /\bCANCEL\b/, `${locale} ${key}`)
  }
})

function argumentsOf(locale: AvailableLocale, key: MessageKey): string[] {
  const format = new IntlMessageFormat(catalogues[locale].messages[key], intlTag(locale), undefined, {
    ignoreTag: true,
  })
  const names = new Set<string>()
  // The parts of plurals are nested patterns with a `value` and are walked like the rest.
  JSON.stringify(format.getAst(), (_key, value: unknown) => {
    const node = value as { type?: number; value?: unknown } | null
    const isArgument = typeof node === 'object' && node !== null && typeof node.type === 'number' && node.type !== 0
    if (isArgument && typeof node.value === 'string') names.add(node.value)
    return value
  })
  return [...names].toSorted()
}
