import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { po, type GetTextTranslation } from 'gettext-parser'
import { locales, type Locale } from '#/locales/locales.ts'
import { argumentMeanings, type SourceText, type TextUse } from '#/messages/source/entry.ts'
import { messageKeys, sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'
import { argumentNames } from './pattern.ts'

/** One text of a translation as its file has it. */
export type Translation = {
  /** ICU MessageFormat; empty where nobody has written it yet. */
  readonly text: string
  /** Made from an outdated English text, or marked as unsure: it is not used. */
  readonly isStale: boolean
}

/** The translations of a file by the names of their texts. */
export type TranslationFile = ReadonlyMap<string, Translation>

/** The locales that are translated; English is what they are translated from. */
export const translatedLocales: readonly Locale[] = locales.filter((locale) => locale !== 'en')

/** The file of a locale: gettext PO, with a message's name as context and its English as id. */
export function translationPath(locale: Locale): URL {
  return new URL(`../translations/${locale}.po`, import.meta.url)
}

/** The translations in a PO file; none when there is no such file. */
export function readTranslationFile(path: URL): TranslationFile {
  if (!existsSync(path)) return new Map()
  const { translations } = po.parse(readFileSync(path, 'utf8'))
  const texts = Object.entries(translations).flatMap(([context, byId]) =>
    context === '' ? [] : Object.values(byId).map((entry): [string, Translation] => [context, toTranslation(entry)]),
  )
  return new Map(texts)
}

/** Brings the file of a locale up to date; see `normalizedTranslation`. */
export function writeTranslationFile(locale: Locale, from: URL): void {
  writeFileSync(translationPath(locale), normalizedTranslation(locale, from))
}

/**
 * A PO file as it is committed: every text in the order of the source; missing ones are empty, outdated ones marked
 * fuzzy beside the English they were made from, and those that no longer exist left out.
 *
 * @param from file to read the translations from, such as one that came back from a tool
 */
export function normalizedTranslation(locale: Locale, from: URL): string {
  const { translations = {} } = existsSync(from) ? po.parse(readFileSync(from, 'utf8')) : {}
  const table: Record<string, Record<string, GetTextTranslation>> = { '': { '': { msgid: '', msgstr: [] } } }
  for (const key of messageKeys) {
    const source = sourceTexts[key]
    const byId = translations[key] ?? {}
    const entry = byId[source.text] ?? Object.values(byId)[0]
    table[key] = { [source.text]: { msgctxt: key, msgid: source.text, ...merged(entry, source) } }
  }
  const headers = {
    'Project-Id-Version': 'Tijdig',
    Language: locale,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  return po.compile({ charset: 'utf-8', headers, translations: table }, { foldLength: 0 }).toString('utf8')
}

function merged(
  entry: GetTextTranslation | undefined,
  source: SourceText,
): Pick<GetTextTranslation, 'msgstr' | 'comments'> {
  const text = entry?.msgstr[0] ?? ''
  const translator = entry?.comments?.translator
  const about = { extracted: descriptionOf(source), ...(translator ? { translator } : {}) }
  if (!entry || text === '') return { msgstr: [''], comments: about }
  if (entry.msgid === source.text && !isFuzzy(entry)) return { msgstr: [text], comments: about }
  const previous = entry.msgid === source.text ? entry.comments?.previous : `msgid ${JSON.stringify(entry.msgid)}`
  return { msgstr: [text], comments: { ...about, flag: 'fuzzy', ...(previous ? { previous } : {}) } }
}

function toTranslation(entry: GetTextTranslation): Translation {
  const source = Object.hasOwn(sourceTexts, entry.msgctxt ?? '') ? sourceTexts[entry.msgctxt as MessageKey] : undefined
  return { text: entry.msgstr[0] ?? '', isStale: isFuzzy(entry) || source?.text !== entry.msgid }
}

function isFuzzy(entry: GetTextTranslation): boolean {
  return entry.comments?.flag?.includes('fuzzy') ?? false
}

/** The comment for translators: where the text appears, how long it may be, and what is filled in. */
function descriptionOf(source: SourceText): string {
  const names = argumentNames(source.text)
  return [
    source.about,
    ...(limits[source.use] === null ? [] : [limits[source.use]]),
    ...Object.entries(argumentMeanings)
      .filter(([name]) => names.includes(name))
      .map(([name, meaning]) => `{${name}}: ${meaning}`),
  ].join('\n')
}

const limits: Readonly<Record<TextUse, string | null>> = {
  sms: 'In a text message, where every letter is paid for: as short as it stays polite.',
  subject: 'One line: put what matters first.',
  label: 'Short.',
  text: null,
}
