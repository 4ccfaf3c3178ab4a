import { localeOf } from '#/locales/locales.ts'
import { chooseLocale } from './locales.ts'

/**
 * The language a browser asks for that we have texts in, best first by its Accept-Language (RFC 9110, section 12.5.4); null
 * when it asks for none of them. `zh-TW` is read as the script written there, `nl-BE` as `nl`.
 */
export function browserLanguage(acceptLanguage: string | undefined): string | null {
  const wishes = (acceptLanguage ?? '').slice(0, longestHeader).split(',').map(readWish)
  const tags = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  const locales = tags.map(({ tag }) => localeOf(tag))
  return locales.find((locale) => locale !== null && !chooseLocale([locale]).isFallback) ?? null
}

/** Characters looked at; browsers send far fewer. */
const longestHeader = 500

function readWish(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((part) => /^q=/i.test(part))?.slice(2)
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
