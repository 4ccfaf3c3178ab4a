import { relative } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'

// Notes for translators of the web apps stand above their text in the catalogue of English, where gettext keeps a
// translator's remarks: `# Button (verb): …`. The catalogues of all other languages have a copy.

type Catalogs = Awaited<ReturnType<typeof getCatalogs>>
type Texts = NonNullable<Awaited<ReturnType<Catalogs[number]['read']>>>
type Entry = Texts[string]

/** Copies the notes of English to the catalogues of other languages. */
export async function copyNotes(locales: readonly string[]): Promise<void> {
  for (const catalog of await getCatalogs(getConfig())) {
    const source = (await catalog.read('en')) ?? {}
    for (const locale of locales.filter((locale) => locale !== 'en')) {
      const own = (await catalog.read(locale)) ?? {}
      const noted = Object.entries(own).map(([id, entry]) => [id, withNotes(entry, notesOf(source[id]))] as const)
      await catalog.write(locale, Object.fromEntries(noted))
    }
  }
}

/** Every short text without a note, in a few words no translator can tell a verb from a noun, and every copy that is another. */
export async function noteViolations(root: string): Promise<string[]> {
  const config = getConfig()
  const violations: string[] = []
  for (const catalog of await getCatalogs(config)) {
    const source = (await catalog.read('en')) ?? {}
    const nameOf = (locale: string) => relative(root, catalog.getFilename(locale))
    for (const entry of Object.values(source))
      if (isShort(entry.message ?? '') && notesOf(entry).length === 0)
        violations.push(
          `${nameOf('en')}: write a note for translators above "${entry.message}", such as # Button (verb).`,
        )
    for (const locale of config.locales) {
      const own = (await catalog.read(locale)) ?? {}
      if (Object.entries(own).some(([id, entry]) => notesOf(entry).join('\n') !== notesOf(source[id]).join('\n')))
        violations.push(`${nameOf(locale)} has other notes than English: run npm run web:texts -- --all`)
    }
  }
  return violations
}

/** Whether a text has three words or fewer, in each of its plural forms. */
export function isShort(message: string): boolean {
  const plain = message.replaceAll(/<\/?\d+\/?>|\{\w+\}/g, ' ')
  const forms = plain.includes(', plural,')
    ? [...plain.matchAll(/\{([^{}]*)\}/g)].map(([, form = '']) => form)
    : [plain]
  return forms.every((form) => form.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length <= 3)
}

function notesOf(entry: Entry | undefined): readonly string[] {
  const { translatorComments = [] } = (entry?.extra ?? {}) as { readonly translatorComments?: readonly string[] }
  return translatorComments
}

const withNotes = (entry: Entry, notes: readonly string[]): Entry => ({
  ...entry,
  extra: { ...entry.extra, translatorComments: notes },
})
