import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { locales, type Locale } from '#/locales/locales.ts'
import { sourceTexts } from '#/messages/source/source-texts.ts'
import { address, type Audience } from './address.ts'
import { distinctions, names, quotations, words } from './glossary.ts'
import { hasWordOf } from './shared-word.ts'

/** Every text of a language, of messages and web, by the names that the glossary has for them. */
export type Texts = ReadonlyMap<string, string>

/** Where a language goes against the glossary, one line each: with the language, the texts and what they say. */
export function glossaryViolations(root: string): string[] {
  const unknown = unknownNames(textsOf(root, 'en'))
  return unknown.length > 0 ? unknown : locales.flatMap((locale) => faultsOf(locale, textsOf(root, locale)))
}

/** The texts of a language in messages and web. */
export function textsOf(root: string, locale: Locale): Texts {
  const texts = new Map<string, string>()
  for (const part of ['ui', 'portal', 'recipient', 'demo'])
    for (const { msgid, msgctxt, msgstr } of entriesOf(join(root, 'web', part, 'locales', `${locale}.po`)))
      texts.set(`${part}:${msgid}${msgctxt === undefined ? '' : ` (${msgctxt})`}`, msgstr[0] ?? '')
  if (locale === 'en') for (const [key, { text }] of Object.entries(sourceTexts)) texts.set(`messages:${key}`, text)
  else
    for (const { msgctxt, msgstr } of entriesOf(join(root, 'src/messages/translations', `${locale}.po`)))
      if (msgctxt !== undefined) texts.set(`messages:${msgctxt}`, msgstr[0] ?? '')
  return texts
}

function entriesOf(file: string) {
  return Object.values(po.parse(readFileSync(file)).translations)
    .flatMap((ofContext) => Object.values(ofContext))
    .filter(({ msgid }) => msgid !== '')
}

/** Names of the glossary that no text has, as when its English was changed. */
function unknownNames(english: Texts): string[] {
  const named = [
    ...Object.values(names).flat(),
    ...Object.values(words).flat(),
    ...quotations.flatMap(({ text, names }) => [text, names]),
    ...distinctions.flatMap(({ these, those }) => [...these, ...those]),
  ]
  return named.filter((name) => !english.has(name)).map((name) => `The glossary names ${name}, which is no text.`)
}

/** @param texts with every name of the glossary */
export function faultsOf(locale: Locale, texts: Texts): string[] {
  const said = (name: string) => texts.get(name) ?? ''
  const shown = (name: string) => `${name} “${said(name)}”`
  const alike = (one: string, other: string) => bare(locale, said(one)) === bare(locale, said(other))
  const pairs = (of: typeof names) =>
    Object.entries(of).flatMap(([term, [first = '', ...others]]) => others.map((other) => ({ term, first, other })))
  const named = pairs(names)
    .filter(({ first, other }) => !alike(first, other))
    .map(({ term, first, other }) => `${locale}: ${term} has two names: ${shown(first)}, ${shown(other)}.`)
  const worded = pairs(words)
    .filter(({ first, other }) => !hasWordOf(locale, said(other), said(first)))
    .map(({ term, first, other }) => `${locale}: ${term} has two words: ${shown(first)}, ${shown(other)}.`)
  const quoted = quotations
    .filter(({ text, names }) => !said(text).includes(said(names)))
    .map(({ text, names }) => `${locale}: ${shown(text)} does not have ${shown(names)} letter for letter.`)
  const confused = distinctions.flatMap(({ these, those }) =>
    these.flatMap((one) =>
      those
        .filter((other) => alike(one, other))
        .map((other) => `${locale}: ${shown(one)} and ${shown(other)} mean different things.`),
    ),
  )
  return [...named, ...worded, ...quoted, ...confused, ...addressFaults(locale, texts)]
}

function addressFaults(locale: Locale, texts: Texts): string[] {
  return (address[locale] ?? []).flatMap(({ form, never, to }) => {
    const words = new RegExp(`(?<![\\p{L}\\p{M}])(?:${never})(?![\\p{L}\\p{M}])`, 'u')
    return [...texts].flatMap(([name, text]) => {
      const [word] = (to === undefined || audienceOf(name) === to ? words.exec(text) : null) ?? []
      return word === undefined ? [] : [`${locale}: ${name} “${text}” has “${word}”; its readers are “${form}”.`]
    })
  })
}

/** Whom a text is for; null for those that both may meet. */
function audienceOf(name: string): Audience | null {
  if (name.startsWith('portal:')) return 'staff'
  if (name.startsWith('recipient:')) return 'people'
  if (!name.startsWith('messages:')) return null
  return /:(?:staffCode|passkey|newBrowser|networksChange|unclearReply|declinedReply|suggestionApproved|integration|calendarProblem|page\.(?!unsubscribe)|ambiguousReply\.intro)/.test(
    name,
  )
    ? 'staff'
    : 'people'
}

/** Without capitals and a full stop or colon at the end. */
function bare(locale: Locale, text: string): string {
  return text.toLocaleLowerCase(locale).replace(/[\s.:।。：]+$/u, '')
}
