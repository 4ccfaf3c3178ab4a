import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '#/kernel/time/cpu-ms-for-tests.ts'
import { plainText } from './plain-text.ts'

test('HTML reads as its words, in lines', () => {
  const html =
    '<style>p { color: red }</style><p class="x">Naam: Sanne&nbsp;&amp; Bo</p><div>Tel.&#32;06<br/>nuchter</div><script>alert("<p>")</script>'
  assert.equal(plainText(html), 'Naam: Sanne & Bo\nTel. 06\nnuchter')
  assert.equal(plainText(' 1 < 2 & 3 > 2 '), '1 < 2 & 3 > 2')
})

test('of a megabyte the first lines are read, in no time, and no line is cut', async () => {
  for (const piece of ['<a', '<script>', '<style><a', '&#1', '&a', '<p>\u00a0', 'x\n ']) {
    const html = `<p>Naam: Sanne</p>${piece.repeat(1_000_000 / piece.length)}`
    assert.ok((await cpuMsOf(() => plainText(html))) < 500, piece)
  }
  const cut = plainText(`Naam: Sanne\n${' '.repeat(8_170)}Tel: 0612345678`)
  assert.equal(cut, 'Naam: Sanne')
})
