import { formatDate, formatList, formatTime } from '#/locales/date-time.ts'
import { formatZone, localDateTime } from '#/messages/format-date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { flattenText } from '#/messages/inserted-text.ts'
import { intlTag, isLocale, type Locale } from '#/locales/locales.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { sourceTexts, type MessageKey } from '#/messages/source/source-texts.ts'

export type ProposalInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly operationId: string
  /** What is known of the target, by paths such as `recipient.displayName`. */
  readonly about: readonly { readonly path: string; readonly value: unknown }[]
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[]
  /** IANA zone in which instants are given. */
  readonly timezone: string
}

export type RenderedProposal = {
  readonly title: string
  readonly about: { path: string; label: string; value: string | null }[]
  readonly changes: { path: string; label: string; before: string | null; after: string | null }[]
}

/** A stored proposal in words, for the person who is to confirm it. A null value is one that is absent. */
export function renderProposal({
  localePreferences,
  operationId,
  about,
  changes,
  timezone,
}: ProposalInput): RenderedProposal {
  const { locale } = chooseLocale(localePreferences)
  const label = (path: string) => labelOf(locale, path)
  const text = (path: string, value: unknown) => textOf(locale, path, value, timezone)
  return {
    title: wordOf(locale, `proposal.title.${operationId}`) ?? operationId,
    about: about.map(({ path, value }) => ({ path, label: label(path), value: text(path, value) })),
    changes: changes.map(({ path, before, after }) => ({
      path,
      label: label(path),
      before: text(path, before),
      after: text(path, after),
    })),
  }
}

/** `Onderdeel 2 › Zichtbaar`: the name of each part of a path, with its number in a list. */
function labelOf(locale: Locale, path: string): string {
  const parts = path.split('.')
  const words: string[] = []
  parts.forEach((part, index) => {
    const last = words.length - 1
    if (/^\d+$/.test(part)) words[last] = `${words[last] ?? ''} ${Number(part) + 1}`
    else if (isText(parts[index - 1]) && isLocale(part)) words.push(languageName(locale, part))
    else words.push(wordOf(locale, `proposal.field.${part}`) ?? part)
  })
  return words.join(' › ')
}

/** Fields that hold a text per language. */
function isText(field: string | undefined): boolean {
  return field === 'name' || field === 'instructions'
}

function textOf(locale: Locale, path: string, value: unknown, timezone: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return formatMessage(locale, value ? 'proposal.yes' : 'proposal.no', {})
  if (Array.isArray(value))
    return formatList(
      locale,
      value.map((item) => textOf(locale, path, item, timezone) ?? ''),
    )
  if (typeof value === 'object') return flattenText(nameIn(locale, value) ?? JSON.stringify(value))
  const text = String(value)
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (instants.has(field)) return instantOf(locale, text, timezone)
  if (languages.has(field)) return languageName(locale, text)
  return wordOf(locale, `proposal.value.${field}.${text}`) ?? flattenText(text)
}

const instants = new Set(['startsAt', 'endsAt', 'suggestedStartsAt', 'suggestedEndsAt', 'createdAt'])
const languages = new Set(['locale', 'defaultLocale'])

function instantOf(locale: Locale, text: string, timezone: string): string {
  const instant = Temporal.Instant.from(text)
  const local = localDateTime(instant, timezone)
  return `${formatDate(locale, local, true)} ${formatTime(locale, local)}, ${formatZone(instant, timezone)}`
}

/** The name in this language, else in any. */
function nameIn(locale: Locale, names: object): string | null {
  const known = Object.entries(names).filter(([, name]) => typeof name === 'string')
  const [first] = known
  const own = known.find(([language]) => language === locale)
  return own?.[1] ?? first?.[1] ?? null
}

function languageName(locale: Locale, tag: string): string {
  try {
    return new Intl.DisplayNames(intlTag(locale), { type: 'language' }).of(tag) ?? tag
  } catch (error) {
    if (error instanceof RangeError) return flattenText(tag)
    throw error
  }
}

/** A text by a key built from data; null when there is none. */
function wordOf(locale: Locale, key: string): string | null {
  return Object.hasOwn(sourceTexts, key) ? formatMessage(locale, key as WordKey, {}) : null
}

type WordKey = Extract<MessageKey, `proposal.${string}`>
