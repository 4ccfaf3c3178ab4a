import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { po } from 'gettext-parser'
import { readPattern } from '#/messages/catalogues/pattern.ts'
import { pluralForms } from '#/messages/catalogues/text-faults.ts'
import { locales } from '#web/ui/language/locales.ts'

// Missing texts are found by `npm run check` (`npm run web:texts -- --missing`).

const translations = locales.filter((locale) => locale !== 'en')

for (const app of ['ui', 'portal', 'recipient', 'demo'])
  test(`every text of ${app} has the values, tags and plural forms it needs, in ${translations.length} languages`, () => {
    const faults = translations.flatMap((locale) => {
      const { translations } = po.parse(readFileSync(`web/${app}/locales/${locale}.po`))
      const texts = Object.values(translations).flatMap((context) => Object.values(context))
      return texts
        .filter(({ msgid }) => msgid !== '')
        .flatMap(({ msgid, msgstr }) =>
          faultsOf(msgid, msgstr[0] ?? '', pluralForms(locale)).map((fault) => `${locale}, ${msgid}: ${fault}`),
        )
    })
    assert.deepEqual(faults, [])
  })

function faultsOf(english: string, text: string, forms: readonly string[]): string[] {
  const [source, own] = [readPattern(english), readPattern(text)]
  const isPlural = (name: string) => source.plurals.some(({ argument }) => argument === name)
  // With one form for every number, a number that is not shown may be left out.
  const lost = source.names.filter((name) => !own.names.includes(name) && !(forms.length === 1 && isPlural(name)))
  return [
    ...lost.map((name) => `lost {${name}}`),
    ...own.names.filter((name) => !source.names.includes(name)).map((name) => `has {${name}}`),
    ...own.plurals.flatMap(({ argument, forms: written }) =>
      forms.filter((form) => !written.includes(form)).map((form) => `lacks "${form}" of {${argument}}`),
    ),
    ...(tagsOf(english) === tagsOf(text) ? [] : ['has other tags']),
    // Texts of one or two words can be the same in several languages.
    ...(english === text && (english.match(/\p{L}+/gu)?.length ?? 0) > 2 ? ['is English'] : []),
  ]
}

function tagsOf(text: string): string {
  return [...new Set(text.match(/<\/?\w+\/?>/g))].toSorted().join(' ')
}
