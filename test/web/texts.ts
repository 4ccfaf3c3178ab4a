import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { po } from 'gettext-parser'

/** The translation of a plain English text of the web apps, to find a button in any language. */
export function textOf(locale: string, english: string): string {
  const said = cataloguesOf(locale).get(english)
  assert.ok(said, `${locale} has no text for ${english}`)
  return said
}

function cataloguesOf(locale: string): ReadonlyMap<string, string> {
  const known = catalogues.get(locale)
  if (known) return known
  const texts = new Map<string, string>()
  for (const app of ['ui', 'portal', 'recipient', 'demo']) {
    const { translations } = po.parse(readFileSync(`web/${app}/locales/${locale}.po`))
    for (const { msgid, msgstr } of Object.values(translations).flatMap((context) => Object.values(context)))
      texts.set(msgid, msgstr[0] ?? '')
  }
  catalogues.set(locale, texts)
  return texts
}

const catalogues = new Map<string, ReadonlyMap<string, string>>()

/** Ids of all texts, which a page would show in place of a missing one. */
export async function messageIds(): Promise<ReadonlySet<string>> {
  const own = await Promise.all((await getCatalogs(getConfig())).map((catalog) => catalog.read('en')))
  return new Set(own.flatMap((catalog) => Object.keys(catalog ?? {})))
}
