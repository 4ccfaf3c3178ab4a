import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { csvTable } from './csv-table.ts'
import { textOf } from './text-of.ts'

function read(
  content: string | Buffer,
  { delimiter = ',', ...known }: Parameters<typeof textOf>[1] & { delimiter?: string } = {},
) {
  const table = csvTable(typeof content === 'string' ? content : textOf(content, known), delimiter)
  const rows = table.header === null ? [] : [table.header, ...table.rows()]
  return rows.map(({ line, cells, isUnreadable }) => [line, isUnreadable ? 'unreadable' : cells])
}

test('records carry the line they begin on, whatever the line ends and however many lines a cell has', () => {
  assert.deepEqual(read('\uFEFFid,name\r\n1,Ann\n\r\n"2","Bo\r\nvan Dam\n"\r\n,\n3,"say ""hi"", Cé"'), [
    [1, ['id', 'name']],
    [2, ['1', 'Ann']],
    [4, ['2', 'Bo\r\nvan Dam\n']],
    [8, ['3', 'say "hi", Cé']],
  ])
})

test('a quote that is not closed costs its own line and no other, and one within a cell is part of it', () => {
  assert.deepEqual(read('a,b\n1,"2"x\n3,4\n5,6" disk\n7,8\n9,"open\n10,11\n'), [
    [1, ['a', 'b']],
    [2, ['1', '"2"x']],
    [3, ['3', '4']],
    [4, ['5', '6" disk']],
    [5, ['7', '8']],
    [6, 'unreadable'],
    [7, ['10', '11']],
  ])
})

test('a quote that swallows more than a record may hold is given up, and every line after it is read', () => {
  const rows = Array.from({ length: 9_000 }, (_, index) => `${index},value`)
  const found = read(['a,b', '1,"open', ...rows].join('\n'))
  assert.equal(found.length, 9_002)
  assert.equal(found[1]?.[1], 'unreadable')
  assert.deepEqual(found.at(-1), [9_002, ['8999', 'value']])
})

test('what is not UTF-8 shows in its own row, unless the encoding is given or the country whose programs wrote it', () => {
  const bytes = Buffer.concat([Buffer.from('a\nRen'), Buffer.from([0xe9, 0x20, 0x80]), Buffer.from('\nAnn\n')])
  const [, row, next] = read(bytes)
  assert.match(String(row?.[1]), /\uFFFD/)
  assert.deepEqual(next, [3, ['Ann']])
  assert.deepEqual(read(bytes, { encoding: 'windows-1252' })[1], [2, ['René €']])
  const polish = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xa3]), Buffer.from('ukasz\n')])
  assert.deepEqual(read(polish, { encoding: 'windows-1250' })[1], [2, ['Łukasz']])
  assert.deepEqual(read(polish, { country: 'PL' })[1], [2, ['Łukasz']])
  assert.deepEqual(read(polish, { country: 'NL' })[1], [2, ['£ukasz']])
  assert.deepEqual(read(Buffer.from('\uFEFFa\nZoë\n', 'utf16le'))[1], [2, ['Zoë']])
})

test('a line that tells Excel the delimiter is no heading; without one the delimiter is the sign the first line has most of', () => {
  for (const [start, end] of [
    ['sep=;', '\r\n'],
    ['\uFEFFsep=;', '\n'],
  ] as const) {
    const table = csvTable([start, 'Name;Phone', 'Ann, the first;0612345678', ''].join(end))
    assert.deepEqual(table.header?.cells, ['Name', 'Phone'])
    assert.deepEqual([...table.rows()], [{ line: 3, cells: ['Ann, the first', '0612345678'], isUnreadable: false }])
  }
  assert.equal(csvTable('Name|"a,b,c"|Phone\n').delimiter, '|')
  assert.deepEqual([...csvTable('a;b\r1;2\r').rows()], [{ line: 2, cells: ['1', '2'], isUnreadable: false }])
})

test('a record is whole wherever the file is divided for reading', () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => `${index},"é ${index}\nx"`)
  const found = [...csvTable(['a,b', ...rows].join('\n')).rows()]
  assert.equal(found.length, 40_000)
  assert.deepEqual(found.at(-1), { line: 80_000, cells: ['39999', 'é 39999\nx'], isUnreadable: false })
})

test('any table that is written as CSV is read back, every record with its line', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' '), maxLength: 6 })
  const table = fc.array(
    fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).map((text) => `x${text}`),
      cell,
    ),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), fc.constantFrom(',', ';'), (rows, end, delimiter) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const texts = rows.map((cells) => cells.map(quote).join(delimiter) + end)
      let line = 1
      const expected = rows.map((cells, index) => {
        const begins = line
        line += (texts[index]!.match(/\n/g) ?? []).length
        return [begins, cells]
      })
      assert.deepEqual(read(texts.join(''), { delimiter }), expected)
    }),
    { numRuns: 60 },
  )
})
