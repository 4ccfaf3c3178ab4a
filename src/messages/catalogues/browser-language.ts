import { localeOf } from '#/locales/locales.ts'
import { chooseLocale } from './locales.ts'

/**
 * The best language of an Accept-Language header that we have texts in (RFC 9110, section 12.5.4); null when there is
 * none. `zh-TW` is read as `zh-Hant`, `nl-BE` as `nl`.
 */
export function browserLanguage(acceptLanguage: string | undefined): string | null {
  const wishes = (acceptLanguage ?? '').slice(0, longestHeader).split(',').map(readWish)
  const tags = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  const locales = tags.map(({ tag }) => localeOf(tag))
  return locales.find((locale) => locale !== null && !chooseLocale([locale]).isFallback) ?? null
}

/** Characters that are read; browsers send far fewer. */
const longestHeader = 500

function readWish(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((part) => /^q=/i.test(part))?.slice(2)
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
