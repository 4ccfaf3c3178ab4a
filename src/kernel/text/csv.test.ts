import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, unguarded } from './csv.ts'

test('no cell that is written is a formula of a spreadsheet, and each is read as it was', () => {
  const hostile = ['=HYPERLINK("https://evil.example")', '+31612345678', '-1+1', '@SUM(A1)', '\t=1', ' =1', '\r=1']
  for (const cell of hostile) {
    const written = csvLine([cell])
    assert.match(written, /^"?'/, written)
    const read = written.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')
    assert.equal(unguarded(read), cell)
  }
  for (const cell of ['Noor Jansen', "'t Hooft", "'", '12-3', ''])
    assert.deepEqual([csvLine([cell]), unguarded(cell)], [cell, cell])
})

test('numbers are numbers, and what would end a cell is quoted', () => {
  assert.equal(csvLine([-5, 'a,b', 'c"d', 'e\nf']), '-5,"a,b","c""d","e\nf"')
  assert.equal(csvLine(['a|b', 'c'], '|'), '"a|b"|c')
})
