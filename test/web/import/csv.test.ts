import assert from 'node:assert/strict'
import { test } from 'node:test'

// By its address: its types are those of a browser.
const { toCsv } = (await import(new URL('../../../web/ui/csv.ts', import.meta.url).href)) as {
  toCsv: (rows: (string | number)[][], country: string) => string
}

test('a file opens in the columns of a country’s spreadsheets, in UTF-8 and without formulas', () => {
  const rows = [
    ['Naam', 'Aantal'],
    ['Zoë; Ünal, "de"', -3],
    ['=1+1', '+31612345678'],
  ]
  const dutch = '\u{FEFF}Naam;Aantal\r\n"Zoë; Ünal, ""de""";-3\r\n\'=1+1;\'+31612345678\r\n'
  for (const country of ['NL', 'BE', 'CW', 'DE', 'TR']) assert.equal(toCsv(rows, country), dutch, country)
  const american = '\u{FEFF}Naam,Aantal\r\n"Zoë; Ünal, ""de""",-3\r\n\'=1+1,\'+31612345678\r\n'
  for (const country of ['US', 'GB', 'IE', 'JP']) assert.equal(toCsv(rows, country), american, country)
})
