import { currentLocale } from './i18n.tsx'
import type { Locale } from './locales.ts'

type Strings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Loads the component library's strings, its own or ours. The library reads them when the first of its components
 * appears: so every module that uses one awaits this at its top, and pages without them load neither.
 */
export async function startComponents(): Promise<void> {
  const strings = await stringsOf(currentLocale())
  Object.assign(globalThis, { [Symbol.for('react-aria.i18n.strings')]: strings })
}

async function stringsOf(locale: Locale): Promise<Strings> {
  if (!localesWithoutStrings.has(locale)) {
    // The build writes those of the components that we use: scripts/web-text-files.ts.
    const address = `/assets/texts-TEXTS_VERSION/components.${locale}.js`
    return ((await import(/* @vite-ignore */ address)) as { readonly default: Strings }).default
  }
  const [{ ownComponentStrings }, english] = await Promise.all([import('./component-words.ts'), stringsOf('en')])
  return ownComponentStrings(locale, english)
}

/** The library does not speak these. */
const localesWithoutStrings: ReadonlySet<Locale> = new Set<Locale>([
  'bn',
  'fa',
  'ga',
  'hi',
  'id',
  'mt',
  'pa-Guru',
  'pap-AW',
  'pap-BQ',
  'pap-CW',
  'sw',
  'ta',
  'ur',
  'vi',
])
