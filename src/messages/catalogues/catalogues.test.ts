import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { po } from 'gettext-parser'
import { locales } from '#/locales/locales.ts'
import { argumentMeanings } from '#/messages/source/entry.ts'
import { messageKeys, reminderKeys, sourceTexts } from '#/messages/source/source-texts.ts'
import { offendingCharacters } from '#/messages/sms/segments.ts'
import { availableLocales, catalogueFrom, catalogueOf } from './catalogues.ts'
import { argumentNames } from './pattern.ts'
import { normalizedTranslation, readTranslationFile, translatedLocales, translationPath } from './po-file.ts'
import { textFaults } from './text-faults.ts'

test('every text in English is a valid pattern of arguments that are explained', () => {
  for (const key of messageKeys) {
    for (const name of argumentNames(sourceTexts[key].text)) assert.ok(name in argumentMeanings, `${key} {${name}}`)
  }
})

test('every translation stands in its file as it is written by `npm run -s texts update`', () => {
  for (const locale of translatedLocales) {
    const path = translationPath(locale)
    assert.equal(readFileSync(path, 'utf8'), normalizedTranslation(locale, path), `${locale}: npm run -s texts update`)
  }
})

test('a locale is offered whose texts of reminders are there, and another that it lacks is told in Dutch', () => {
  const polish = readTranslationFile(translationPath('pl'))
  const others = messageKeys.filter((key) => !reminderKeys.some((one) => one === key))
  const reminders = new Map(reminderKeys.map((key) => [key as string, polish.get(key)!]))
  assert.ok(reminders.size > 40 && others.length > 40)
  const { texts } = catalogueFrom('pl', reminders)!
  for (const key of reminderKeys) assert.equal(texts[key], polish.get(key)!.text)
  for (const key of others) assert.equal(texts[key], catalogueOf('nl').texts[key])
  for (const key of reminderKeys) {
    const { text } = polish.get(key)!
    assert.equal(catalogueFrom('pl', new Map(polish).set(key, { text: '', isStale: false })), null, key)
    assert.equal(catalogueFrom('pl', new Map(polish).set(key, { text, isStale: true })), null, key)
  }
  const aruban = new Map(readTranslationFile(translationPath('pap-AW')))
  aruban.delete('staffCode.intro')
  assert.equal(
    catalogueFrom('pap-AW', aruban)?.texts['staffCode.intro'],
    catalogueOf('pap-CW').texts['staffCode.intro'],
  )
})

test('no locale that is offered lacks a text or has a fault', () => {
  assert.ok(availableLocales().includes('nl'))
  for (const locale of availableLocales()) {
    if (locale !== 'en') assert.deepEqual(textFaults(locale, readTranslationFile(translationPath(locale))), [], locale)
  }
})

test('the version of a catalogue follows from its texts', () => {
  const versions = availableLocales().map((locale) => catalogueOf(locale).templateVersion)
  assert.equal(new Set(versions).size, versions.length)
  for (const [index, locale] of availableLocales().entries()) {
    assert.match(versions[index]!, new RegExp(`^${locale}-[0-9a-f]{8}$`))
  }
})

test('English text messages hold no character outside GSM-7', () => {
  for (const key of messageKeys.filter((one) => sourceTexts[one].use === 'sms')) {
    assert.deepEqual(offendingCharacters(sourceTexts[key].text), [], key)
  }
})

test('no text to a recipient asks for a reply of CANCEL, which Twilio takes as an opt-out', () => {
  for (const locale of availableLocales()) {
    for (const key of messageKeys) assert.doesNotMatch(catalogueOf(locale).texts[key], /\bCANCEL\b/, `${locale} ${key}`)
  }
})

test('what is wrong with a translation is named', (t) => {
  const faultsOf = inFolder(t)
  const cases = [
    ['sms.viewLink', 'Info:', 'lost {link}.'],
    ['sms.viewLink', 'Info: {link} {name}', 'has {name}, which its English has not.'],
    ['sms.viewLink', ' Info: {link}', 'begins or ends with a space.'],
    ['sms.viewLink', 'Info\u202e: {link}', 'has a control, private, unassigned or direction character'],
    ['sms.viewLink', 'Info: {link', 'is no ICU MessageFormat'],
    ['email.actionView', '{count, plural, one {a} other {b}}', 'lacks the form "few" of {count}.'],
    [
      'email.actionView',
      '{count, plural, one {a} two {c} few {c} many {c} other {b}}',
      'has the form "two" of {count}',
    ],
    ['stop.all', 'Brak SMS.', 'lost the word START.'],
  ] as const
  for (const [key, text, fault] of cases) {
    const found = faultsOf({ [key]: { msgid: sourceTexts[key].text, text } })
    assert.ok(
      found.some((line) => line.startsWith(`${key} ${fault}`)),
      `${text}: ${found.join('\n')}`,
    )
  }
  const stale = faultsOf({ 'sms.viewLink': { msgid: 'More: {link}', text: 'Info: {link}' } })
  assert.deepEqual(
    stale.filter((line) => line.startsWith('sms.viewLink')),
    ['sms.viewLink is stale: read the English again, then remove "fuzzy".'],
  )
})

test('a text whose English has changed is kept, marked and shows the English it was made from', (t) => {
  const folder = temporaryFolder(t)
  const path = pathToFileURL(join(folder, 'pl.po'))
  const entry = { msgctxt: 'sms.viewLink', msgid: 'More: {link}', msgstr: ['Info: {link}'] }
  const gone = { msgctxt: 'sms.gone', msgid: 'Gone', msgstr: ['Nie ma'] }
  const table = { 'sms.viewLink': { [entry.msgid]: entry }, 'sms.gone': { Gone: gone } }
  writeFileSync(path, po.compile({ charset: 'utf-8', headers: {}, translations: table }))
  const written = normalizedTranslation('pl', path)
  assert.match(
    written,
    /#, fuzzy\n#\| msgid "More: \{link\}"\nmsgctxt "sms.viewLink"\nmsgid "Info: \{link\}"\nmsgstr "Info: \{link\}"/,
  )
  assert.doesNotMatch(written, /sms\.gone/)
  writeFileSync(path, written)
  assert.equal(normalizedTranslation('pl', path), written)
})

test('every locale but English has a file', () => {
  assert.equal(translatedLocales.length, locales.length - 1)
})

type Given = Readonly<Record<string, { readonly msgid: string; readonly text: string }>>

function inFolder(t: { after(work: () => void): void }): (given: Given) => string[] {
  const path = pathToFileURL(join(temporaryFolder(t), 'pl.po'))
  return (given) => {
    const translations = Object.fromEntries(
      Object.entries(given).map(([msgctxt, { msgid, text }]) => [
        msgctxt,
        { [msgid]: { msgctxt, msgid, msgstr: [text] } },
      ]),
    )
    writeFileSync(path, po.compile({ charset: 'utf-8', headers: {}, translations }))
    return textFaults('pl', readTranslationFile(path))
  }
}

function temporaryFolder(t: { after(work: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'tijdig-texts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}
