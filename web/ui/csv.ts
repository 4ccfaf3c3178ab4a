import { csvLine } from '#/kernel/text/csv.ts'

/** Rows as a file for spreadsheets. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `${rows.map((row) => csvLine(row)).join('\r\n')}\r\n`
}

/** Downloads a file that was made in the browser. */
export function download(name: string, csv: string): void {
  // The byte order mark tells Excel that the text is UTF-8.
  const address = URL.createObjectURL(new Blob(['\u{FEFF}', csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
