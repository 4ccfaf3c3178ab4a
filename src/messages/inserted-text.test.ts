import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  flattenOptional,
  flattenText,
  holdsWebAddress,
  isolateFor,
  isolateValues,
  plainName,
  plainNameOrNull,
  truncateText,
} from './inserted-text.ts'

test('line breaks and control characters become one space', () => {
  assert.equal(flattenText('De Linde\r\nBcc: x@example.org\u0000\u2028\tend '), 'De Linde Bcc: x@example.org end')
})

test('whatever is inserted, it stays on one line and starts no direction of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const flat = flattenText(value)
      assert.doesNotMatch(flat, /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u)
      assert.ok(flat.isWellFormed())
      assert.equal(flattenText(flat), flat)
    }),
  )
})

test('no encoded word is left, however it is hidden, that a mail program would decode', () => {
  const word = '=?utf-8?B?d3d3LmV2aWwuZXhhbXBsZS9sb2dpbg==?='
  assert.equal(flattenText(`Linde ${word}`), 'Linde = ?utf-8?B?d3d3LmV2aWwuZXhhbXBsZS9sb2dpbg== ?=')
  for (const hidden of [
    word,
    '=?utf-8*en?Q?=77ww=2Eevil=2Eexample?=',
    '=\u200b?utf-8?Q?a?=',
    '=\u202e?utf-8?Q?a?=',
    '\u00ad=\u2060\ufeff?utf-8?Q?a?=',
    '==??utf-8?Q?a?=',
    '=?utf-8?Q?a?==?utf-8?Q?b?=',
    '=?utf-8?Q?a?=\r\n =?utf-8?Q?b?=',
    '=\r\n?utf-8?Q?a?=',
    `//=//?utf-8?Q?a?=`,
  ])
    for (const flat of [flattenText(hidden), plainName(hidden)]) assert.doesNotMatch(flat, /=\?/)
})

test('characters that turn text around or hide in it are dropped', () => {
  assert.equal(flattenText('Prak\u00adtijk\u200b \u202eedniL\u202c'), 'Praktijk edniL')
})

test('an ordinary name stays as it is', () => {
  for (const name of [
    'Dr. A.B. Jansen',
    'St. Jozef',
    'Drs. P. van der Berg-Smit',
    'Fysio Zuid B.V.',
    'St.-Jozefkliniek',
    'Route 12, kamer 2.14',
    'Open 8:30-17:00, 24/7 bereikbaar',
    'Praktijk: Zuid (t.o. het station)',
    'a.s.r. Zorg & Co.',
    "O'Neill en/of Łukasiewicz",
    '.NET Kliniek',
    'Γιώργος Παπαδόπουλος',
    '诊所。',
    'د. أحمد',
  ])
    assert.equal(plainName(name), name)
})

test('a name loses what makes a link of it, and stays readable', () => {
  for (const [name, plain] of [
    ['Praktijk.nl', 'Praktijk. nl'],
    ['Dr.Jansen', 'Dr. Jansen'],
    ['www.evil.example', 'www. evil. example'],
    ['https://evil.example/pay?x=1', 'https: evil. example/pay?x=1'],
    ['HXXP://evil.example', 'HXXP: evil. example'],
    ['http:\\\\evil.example', 'http: evil. example'],
    ['http://localhost:8080', 'http: localhost: 8080'],
    ['//evil.example', 'evil. example'],
    ['t.co/abc', 't. co/abc'],
    ['help@bank.example', 'help @ bank. example'],
    ['mailto:help@bank.example', 'mailto: help @ bank. example'],
    ['tel:+31900123', 'tel: +31900123'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['10.20.30.40', '10. 20. 30. 40'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd. xn--p1ai'],
    ['пример.рф', 'пример. рф'],
    ['例子。公司', '例子。 公司'],
    ['evil．example', 'evil． example'],
    ['evil｡example', 'evil｡ example'],
    ['evil․example', 'evil․ example'],
    ['evil.\u200dexample', 'evil. \u200dexample'],
    ['ev\u200bil.ex\u202eample', 'evil. example'],
    ['evil.\nexample', 'evil. example'],
    ['https：／／evil．example', 'https: evil． example'],
  ] as const)
    assert.equal(plainName(name), plain)
  assert.equal(plainNameOrNull(' \n'), null)
})

test('whatever name is given, no host, scheme or address is left of it', () => {
  const hostile = 'a evil com nl www http 1 10 é 公 . 。 ． ｡ ․ : ： / ／ // \\ @ ＠ - # ? ( )'.split(' ')
  const piece = fc.constantFrom(...hostile, ' ', '\n', '\u200b', '\u200d', '\u202e', '\u00ad', '\u0301')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const name = plainName(pieces.join(''))
      assert.doesNotMatch(name, /\S[.\u2024\u3002\ufe52\uff0e\uff61]\p{Cf}*\p{L}[\p{L}\p{N}]/u)
      assert.doesNotMatch(name, /\p{L}{2}[:\uff1a]\S|[/\\\uff0f]{2}|\S[@\uff20]\S|\d\.\d+\.\d+\.\d/u)
      assert.equal(plainName(name), name)
    }),
  )
})

test('a web address is told from the name of a place', () => {
  for (const text of [
    'https://evil.example',
    'ftp://x',
    'WWW.evil.example',
    'ga naar evil.example/x',
    'https：／／evil',
  ])
    assert.ok(holdsWebAddress(text), text)
  for (const text of ['St. Jozef', 'Gebouw B.1', 'Praktijk.nl', 'Lindelaan 12/3', 'Balie: links', 'Zaal 1.02/1.03'])
    assert.ok(!holdsWebAddress(text), text)
})

test('a blank value counts as absent', () => {
  assert.equal(flattenOptional(' \n'), null)
  assert.equal(flattenOptional(''), null)
  assert.equal(flattenOptional(null), null)
  assert.equal(flattenOptional('x'), 'x')
})

test('a long name is cut at a word and says so', () => {
  assert.equal(truncateText('Praktijk De Linde', 17), 'Praktijk De Linde')
  assert.equal(truncateText('Gezondheidscentrum De Grote Lindeboom', 30), 'Gezondheidscentrum De Grote...')
  assert.equal(truncateText('Gezondheidscentrum, De Grote Lindeboom', 23), 'Gezondheidscentrum...')
  assert.equal(truncateText('Kindergeneeskundecentrum', 10), 'Kinderg...')
})

test('cutting keeps the limit and never breaks a grapheme', () => {
  assert.equal(truncateText('👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 15), '👩‍👩‍👧‍👧...')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 40 }), (value, limit) => {
      const cut = truncateText(value, limit)
      assert.ok(cut.length <= limit)
      assert.ok(cut.isWellFormed())
    }),
  )
})

test('values are set apart where their letters run the other way', () => {
  assert.equal(isolateFor('ar', 'De Linde'), '\u2068De Linde\u2069')
  assert.equal(isolateFor('ar', 'عيادة النور'), 'عيادة النور')
  assert.equal(isolateFor('nl', 'De Linde'), 'De Linde')
  for (const name of ['عيادة النور', 'מרפאת האור', 'Praktijk النور']) {
    for (const locale of ['nl', 'ja', 'zh-Hans'] as const) assert.equal(isolateFor(locale, name), `\u2068${name}\u2069`)
  }
  const when = '3 december, \u2068عيادة النور\u2069'
  assert.equal(isolateFor('nl', when), when)
})

test('every text of a message that runs the other way is set apart, but no address and no number', () => {
  const values = { holder: 'De Linde', count: 2, link: 'https://tijdig.example/a/1' }
  assert.deepEqual(isolateValues('ar', values), { ...values, holder: '\u2068De Linde\u2069' })
  assert.deepEqual(isolateValues('nl', values), values)
  const named = { holder: 'عيادة النور', link: values.link }
  assert.deepEqual(isolateValues('nl', named), { ...named, holder: '\u2068عيادة النور\u2069' })
})
