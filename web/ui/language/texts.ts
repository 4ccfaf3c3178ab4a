import type { Messages } from '@lingui/core'
import { closestLocale, isLocale, type Locale } from './locales.ts'

// Without React: `portal/early.ts` loads texts before it has come.

/** The texts of a part of the web apps in a language; scripts/web-text-files.ts makes them. */
export async function textsOf(part: string, locale: Locale): Promise<Messages> {
  const address = `/assets/texts-TEXTS_VERSION/${part.replaceAll('/', '-')}.${locale}.js`
  const file = (await import(/* @vite-ignore */ address)) as { readonly default: Messages }
  return file.default
}

/** The language chosen earlier on this device, else the first the browser asks for that we speak, else English. */
export function wishedLocale(): Locale {
  const kept = keptLocale()
  if (typeof kept === 'string' && isLocale(kept)) return kept
  return navigator.languages.map(closestLocale).find((locale) => locale !== null) ?? 'en'
}

/** Keeps a choice on this device; where the browser keeps nothing, with this page, so that it holds for reloading it. */
export function keepLocale(locale: Locale): void {
  try {
    localStorage.setItem(keptAs, locale)
  } catch {
    history.replaceState({ ...history.state, [keptAs]: locale }, '')
  }
}

/** Browsers in other apps and strict settings refuse storage, by an error. */
function keptLocale(): unknown {
  try {
    return localStorage.getItem(keptAs)
  } catch {
    return (history.state as Record<string, unknown> | null)?.[keptAs]
  }
}

const keptAs = 'tijdig.locale'
