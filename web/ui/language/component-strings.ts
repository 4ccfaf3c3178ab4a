import { currentLocale } from './i18n.tsx'
import type { Locale } from './locales.ts'

type Strings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const componentStrings = import.meta.glob<{ default: Strings }>(
  '../../../node_modules/react-aria-components/i18n/??-??.mjs',
)

/**
 * Loads the component library's strings, its own or ours. The library reads them when the first of its components
 * appears: so every module that uses one awaits this at its top, and pages without them load neither.
 */
export async function startComponents(): Promise<void> {
  const strings = await stringsOf(currentLocale())
  Object.assign(globalThis, { [Symbol.for('react-aria.i18n.strings')]: strings })
}

async function stringsOf(locale: Locale): Promise<Strings> {
  const load = loaderOf(locale)
  if (load !== undefined) return (await load()).default
  const [{ ownComponentStrings }, english] = await Promise.all([import('./component-words.ts'), stringsOf('en')])
  return ownComponentStrings(locale, english)
}

/** Of the library's own strings; undefined for a language that it lacks. */
function loaderOf(locale: Locale) {
  const regions: Partial<Record<Locale, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', pt: 'pt-PT' }
  const name = regions[locale] ?? `${locale}-`
  return Object.entries(componentStrings).find(([file]) => file.includes(`/i18n/${name}`))?.[1]
}
