import { intlTag, type Locale } from '#/locales/locales.ts'
import { messageKeys, sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'
import { offendingCharacters } from '#/messages/sms/segments.ts'
import { languageFaults } from './written-in.ts'
import { readPattern, type Pattern } from './pattern.ts'
import type { TranslationFile } from './po-file.ts'

/** Everything wrong with the texts of a locale, one line each; none when it may be offered. */
export function textFaults(locale: Locale, file: TranslationFile): string[] {
  return messageKeys.flatMap((key) => {
    const translation = file.get(key)
    if (translation === undefined || translation.text === '') return [`${key} is missing.`]
    const stale = translation.isStale ? [`${key} is stale: read the English again, then remove "fuzzy".`] : []
    return [...stale, ...faultsOf(locale, key, translation.text).map((fault) => `${key} ${fault}`)]
  })
}

/** Languages whose text messages fit GSM-7: their texts avoid the few letters that it lacks. */
export const gsm7Locales: ReadonlySet<Locale> = new Set([
  'en',
  'nl',
  'de',
  'da',
  'sv',
  'it',
  'fi',
  'id',
  'sw',
  'pap-AW',
])

function faultsOf(locale: Locale, key: MessageKey, text: string): string[] {
  const source = sourceTexts[key]
  try {
    return [
      ...patternFaults(locale, readPattern(source.text), readPattern(text)),
      ...writingFaults(text),
      ...languageFaults(locale, text),
      ...keptWords(key).flatMap((word) => (text.includes(word) ? [] : [`lost the word ${word}.`])),
      ...(source.use === 'sms' ? alphabetFaults(locale, text) : []),
    ]
  } catch (error) {
    if (error instanceof SyntaxError) return [`is no ICU MessageFormat: ${error.message}`]
    throw error
  }
}

function patternFaults(locale: Locale, source: Pattern, translated: Pattern): string[] {
  const forms = pluralForms(locale)
  // With one form for every number, a number that is not shown may be left out.
  const mayOmit = (name: string) =>
    forms.length === 1 && !source.writesNumber && (name === 'count' || name === 'minutes')
  const lost = source.names.filter((name) => !translated.names.includes(name) && !mayOmit(name))
  const foreign = translated.names.filter((name) => !source.names.includes(name))
  return [
    ...lost.map((name) => `lost {${name}}.`),
    ...foreign.map((name) => `has {${name}}, which its English has not.`),
    ...(source.writesNumber && !translated.writesNumber ? ['lost the number (#).'] : []),
    ...translated.plurals.flatMap(({ argument, forms: written }) => [
      ...forms.filter((form) => !written.includes(form)).map((form) => `lacks the form "${form}" of {${argument}}.`),
      ...written
        .filter((form) => !forms.includes(form) && !form.startsWith('='))
        .map((form) => `has the form "${form}" of {${argument}}, which the language has not.`),
    ]),
  ]
}

/** The CLDR plural categories of a language. */
export function pluralForms(locale: Locale): readonly string[] {
  return new Intl.PluralRules(intlTag(locale)).resolvedOptions().pluralCategories
}

function writingFaults(text: string): string[] {
  return [
    ...(text !== text.trim() ? ['begins or ends with a space.'] : []),
    ...(/ {2}/.test(text) ? ['has two spaces in a row.'] : []),
    ...(text !== text.normalize('NFC') ? ['is not in Unicode’s composed form (NFC).'] : []),
    ...(/[\p{Cc}\p{Co}\p{Cn}\p{Bidi_Control}]/u.test(text)
      ? ['has a control, private, unassigned or direction character; directions are set when it is rendered.']
      : []),
  ]
}

/** Reply words that stay as they are in every language. */
function keptWords(key: MessageKey): readonly string[] {
  if (key.startsWith('stop.')) return ['START']
  return key.startsWith('start.') || key.startsWith('help.') ? ['STOP'] : []
}

function alphabetFaults(locale: Locale, text: string): string[] {
  if (!gsm7Locales.has(locale)) return []
  // Braces of the pattern are not sent.
  return offendingCharacters(text).map((character) => `has “${character}”, which doubles the price of a text message.`)
}
