import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locale } from '#/locales/locales.ts'
import { faultsOf, textsOf } from './check-glossary.ts'
import { hasWordOf } from './shared-word.ts'

const root = new URL('../..', import.meta.url).pathname

/** What is found when texts of a language say something else than they do. */
function faultsWith(locale: Locale, changes: Readonly<Record<string, string>>): string[] {
  const texts = textsOf(root, locale)
  const before = new Set(faultsOf(locale, texts))
  return faultsOf(locale, new Map([...texts, ...Object.entries(changes)])).filter((fault) => !before.has(fault))
}

test('a menu item that a mail names otherwise is found, with both texts', () => {
  const [fault] = faultsWith('nl', { 'messages:page.billing.text': 'U vindt de uitkomst onder Facturering.' })
  assert.equal(
    fault,
    'nl: billing has two words: portal:Billing “Betaling”, messages:page.billing.text “U vindt de uitkomst onder Facturering.”.',
  )
  const mail = 'messages:passkeyChange.warning'
  assert.match(
    faultsWith('nl', { [mail]: 'Kies ‘Overal afmelden’.' }).join('\n'),
    /passkeyChange.warning “Kies ‘Overal afmelden’\.” does not have portal:Sign out everywhere “Overal uitloggen” letter for letter/,
  )
})

test('one sentence for being signed out and for getting no more e-mail is found, whatever its capitals and full stop', () => {
  const faults = faultsWith('sl', {
    'portal:You are signed out': 'Odjavljeni ste',
    'messages:page.unsubscribe.doneHeading': 'odjavljeni ste.',
  })
  assert.ok(
    faults.some((fault) => fault.endsWith('mean different things.')),
    faults.join('\n'),
  )
})

test('two names or two words for one thing are found, another form of the same word is not', () => {
  assert.match(
    faultsWith('ja', { 'portal:Connect': '接続' }).join('\n'),
    /connect has two words: portal:Connect “接続”/,
  )
  assert.match(faultsWith('de', { 'recipient:Reminders': 'Mahnungen' }).join('\n'), /reminders has two names/)
  assert.ok(hasWordOf('cs', 'Připojení kalendáře', 'Připojit'))
  assert.ok(hasWordOf('ar', 'مرتبط', 'ربط'))
  assert.ok(hasWordOf('zh-Hans', '此链接无效', '此链接已失效'))
  assert.ok(hasWordOf('fi', '{holder} on kirjannut {count, plural, one {varauksenne} other {varauksenne}}.', 'Varaus'))
  assert.ok(!hasWordOf('nl', 'De instellingen indienen', 'Inrichting'))
})

test('another form of address is found, in Vietnamese by whom the text is for', () => {
  assert.match(
    faultsWith('de', { 'recipient:Your data': 'Deine Daten, wie du sie gibst' }).join('\n'),
    /has “du”; its readers are “Sie”/,
  )
  const your = 'Lịch hẹn của bạn'
  assert.equal(faultsWith('vi', { 'recipient:Your data': your }).length, 1)
  assert.equal(faultsWith('vi', { 'portal:Your message': your }).length, 0)
})
