import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { csvRecords, type CsvFormat } from './csv-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'tijdig-csv-'))
after(() => rmSync(folder, { recursive: true }))

async function read(content: string | Buffer, format: Partial<CsvFormat> = {}) {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  const records = csvRecords(path, { delimiter: ',', encoding: 'utf-8', ...format })
  return (await Array.fromAsync(records)).map(({ line, cells, fault }) => [line, fault ?? cells])
}

test('records carry the line they begin on, whatever the line ends and however many lines a cell has', async () => {
  assert.deepEqual(await read('\uFEFFid,name\r\n1,Ann\n\r\n"2","Bo\r\nvan Dam\n"\r\n,\n3,"say ""hi"", Cé"'), [
    [1, ['id', 'name']],
    [2, ['1', 'Ann']],
    [4, ['2', 'Bo\r\nvan Dam\n']],
    [8, ['3', 'say "hi", Cé']],
  ])
})

test('a stray quote costs its own line and no other', async () => {
  const open = 'has a quote that is opened and not closed'
  assert.deepEqual(await read('a,b\n1,"2"x\n3,4\n5,6" disk\n7,8\n9,"open\n10,11\n'), [
    [1, ['a', 'b']],
    [2, 'has text after a closing quote'],
    [3, ['3', '4']],
    [4, 'has a quote inside a cell that is not quoted'],
    [5, ['7', '8']],
    [6, open],
    [7, ['10', '11']],
  ])
})

test('a quote that swallows more than a record may hold is given up, and every line after it is read', async () => {
  const rows = Array.from({ length: 9_000 }, (_, index) => `${index},value`)
  const found = await read(['a,b', '1,"open', ...rows].join('\n'))
  assert.equal(found.length, 9_002)
  assert.match(String(found[1]?.[1]), /opened and not closed/)
  assert.deepEqual(found.at(-1), [9_002, ['8999', 'value']])
})

test('a row in another encoding is refused by itself, and read when the mapping names the encoding', async () => {
  const bytes = Buffer.concat([Buffer.from('a\nRen'), Buffer.from([0xe9, 0x20, 0x80]), Buffer.from('\nAnn\n')])
  const [, row, next] = await read(bytes)
  assert.match(String(row?.[1]), /not UTF-8/)
  assert.deepEqual(next, [3, ['Ann']])
  assert.deepEqual((await read(bytes, { encoding: 'windows-1252' }))[1], [2, ['René €']])
  const polish = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xa3]), Buffer.from('ukasz\n')])
  assert.deepEqual((await read(polish, { encoding: 'windows-1250' }))[1], [2, ['Łukasz']])
})

test('any table that is written as CSV is read back, every record with its line', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' '), maxLength: 6 })
  const table = fc.array(
    fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).map((text) => `x${text}`),
      cell,
    ),
    { minLength: 1, maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), fc.constantFrom(',', ';'), async (rows, end, delimiter) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const texts = rows.map((cells) => cells.map(quote).join(delimiter) + end)
      let line = 1
      const expected = rows.map((cells, index) => {
        const begins = line
        line += (texts[index]!.match(/\n/g) ?? []).length
        return [begins, cells]
      })
      assert.deepEqual(await read(texts.join(''), { delimiter }), expected)
    }),
    { numRuns: 60 },
  )
})
