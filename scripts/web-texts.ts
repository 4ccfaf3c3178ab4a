import { spawnSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { copyNotes, noteViolations } from './web-notes.ts'

// Texts of the web apps.
//   npm run web:texts                    extracts them from the code into the catalogues of English and Dutch
//   npm run web:texts -- --all           into those of every language, before translation
//   npm run web:texts -- --check         fails when the texts of the code and the English catalogue differ, or a short text has
//                                        no note for translators
//   npm run web:texts -- --missing       lists missing translations, and fails when there are any

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

if (process.argv.includes('--missing')) await listMissing()
else if (process.argv.includes('--check')) await compareWithCode()
else await extract(process.argv.includes('--all') ? getConfig().locales : ['en', 'nl'])

async function extract(locales: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/lingui'),
    ['extract', '--clean', '--locale', locales.join(',')],
    { encoding: 'utf8' },
  )
  if (status === 0) {
    await copyNotes(locales)
    return console.log('The catalogues in web/*/locales have the texts of the code.')
  }
  console.error(stdout, stderr)
  process.exitCode = 1
}

async function compareWithCode(): Promise<void> {
  const config = getConfig()
  for (const catalog of await getCatalogs(config)) {
    const inCode = Object.keys((await catalog.collect()) ?? {}).toSorted()
    const written = Object.keys((await catalog.read(config.sourceLocale ?? 'en')) ?? {}).toSorted()
    if (isDeepStrictEqual(inCode, written)) continue
    process.exitCode = 1
    console.log(`${relative(root, catalog.getFilename('en'))} is out of date: run npm run web:texts`)
  }
  for (const violation of await noteViolations(root)) {
    process.exitCode = 1
    console.log(violation)
  }
}

async function listMissing(): Promise<void> {
  const config = getConfig()
  for (const catalog of await getCatalogs(config)) {
    const source = (await catalog.read(config.sourceLocale ?? 'en')) ?? {}
    for (const locale of config.locales.filter((locale) => locale !== config.sourceLocale)) {
      const own = await catalog.read(locale)
      const [first, ...others] = Object.keys(source).filter((id) => !own?.[id]?.translation)
      if (first === undefined) continue
      process.exitCode = 1
      const file = relative(root, catalog.getFilename(locale))
      console.log(`${file}: ${others.length + 1} missing, such as "${source[first]?.message}"`)
    }
  }
}
