import { readFileSync } from 'node:fs'
import type { Locale } from '#/locales/locales.ts'

export type Sentence = { readonly meaning: string; readonly text: string }

/**
 * What people who speak a language reply to a reminder, with what each means: one file per language, a sentence a line,
 * written without looking at the words that are understood.
 */
export function sentencesOf(locale: Locale): readonly Sentence[] {
  return readFileSync(new URL(`sentences/${locale}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [meaning = '', text = ''] = line.split('\t')
      return { meaning, text }
    })
}
