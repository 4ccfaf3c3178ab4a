import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isLocale, type Locale } from '#/locales/locales.ts'
import {
  readTranslationFile,
  translatedLocales,
  translationPath,
  writeTranslationFile,
} from '#/messages/catalogues/po-file.ts'
import { textFaults } from '#/messages/catalogues/text-faults.ts'
import { exampleTexts } from '#/messages/example-texts.ts'
import { textsOf } from './glossary/check-glossary.ts'
import { names, words } from './glossary/glossary.ts'

// For whoever writes or translates texts:
//   npm run -s texts update                 brings every translation up to date with the English
//   npm run -s texts update FILE.po LOCALE  imports the file of a translation tool
//   npm run -s texts check LOCALE           reports the faults of a translation, and shows every message in it
//   npm run -s texts glossary LOCALE        shows the words of a language that messages and web share

const [, , command, ...given] = process.argv
process.exitCode = run(command ?? '', given)

function run(name: string, given: readonly string[]): number {
  if (name === 'update') return update(given)
  const [locale = ''] = given
  if (name === 'check' && isLocale(locale)) return check(locale)
  if (name === 'glossary' && isLocale(locale)) return showGlossary(locale)
  console.error('texts update [FILE.po LOCALE]\ntexts check LOCALE\ntexts glossary LOCALE')
  return 2
}

function update([file, locale = '']: readonly string[]): number {
  if (file === undefined) {
    for (const known of translatedLocales) writeTranslationFile(known, translationPath(known))
    return 0
  }
  if (!isLocale(locale)) throw new Error(`There is no locale ${locale}.`)
  writeTranslationFile(locale, pathToFileURL(resolve(file)))
  return check(locale)
}

function check(locale: Locale): number {
  const faults = locale === 'en' ? [] : textFaults(locale, readTranslationFile(translationPath(locale)))
  for (const fault of faults) console.log(fault)
  console.log(`${faults.length} faults in ${locale}.`)
  if (faults.some((fault) => / is (missing|stale)/.test(fault))) {
    console.log('The messages are shown when nothing is missing or stale.')
  } else {
    for (const { name, text } of exampleTexts(locale)) console.log(`\n== ${name}\n${text}`)
  }
  return faults.length === 0 ? 0 : 1
}

function showGlossary(locale: Locale): number {
  const texts = textsOf(resolve('.'), locale)
  for (const [term, [first = '']] of Object.entries({ ...words, ...names })) console.log(`${term}: ${texts.get(first)}`)
  return 0
}
