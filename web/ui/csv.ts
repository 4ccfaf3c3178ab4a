import { csvLine } from '#/kernel/text/csv.ts'

/**
 * Rows as a file that the spreadsheets of a country open by a double click: Excel divides lines at semicolons where numbers
 * are written with a comma, as in the Netherlands, and elsewhere at commas.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function toCsv(rows: readonly (readonly (string | number)[])[], country: string): string {
  const delimiter = delimiterOf(country)
  const lines = rows.map((row) => `${csvLine(row, delimiter)}\r\n`)
  // The byte order mark tells Excel that the text is UTF-8.
  return `\u{FEFF}${lines.join('')}`
}

function delimiterOf(country: string): ';' | ',' {
  const locale = new Intl.Locale('und', { region: country }).maximize().toString()
  // Browsers have no numbers of some languages, such as that of Curaçao.
  return new Intl.NumberFormat([locale, 'nl'], { numberingSystem: 'latn' }).format(0.5).includes(',') ? ';' : ','
}
