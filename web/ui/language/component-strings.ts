import { ownComponentStrings } from './component-words.ts'
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
  const locale = currentLocale()
  const strings = (await ownComponentStrings(locale, stringsOf)) ?? (await stringsOf(locale))
  Object.assign(globalThis, { [Symbol.for('react-aria.i18n.strings')]: strings })
}

/** The library's own strings in a language that it has. */
async function stringsOf(locale: Locale): Promise<Strings> {
  const regions: Partial<Record<Locale, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', pt: 'pt-PT' }
  const name = regions[locale] ?? `${locale}-`
  const load = Object.entries(componentStrings).find(([file]) => file.includes(`/i18n/${name}`))?.[1]
  if (load === undefined) throw new Error(`Nobody has told the components what to say in ${locale}.`)
  return (await load()).default
}
