/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^\s*[=+\-@\t\r]/

/**
 * A line of CSV (RFC 4180) without its end. A text that a spreadsheet would take for a formula gets an apostrophe, by which
 * spreadsheets know a text; `unguarded` takes it away again.
 */
export function csvLine(cells: readonly (string | number)[], delimiter = ','): string {
  const written = (cell: string | number) => {
    if (typeof cell === 'number') return String(cell)
    const guarded = formula.test(cell) ? `'${cell}` : cell
    return guarded.includes(delimiter) || /[",;\r\n\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
  }
  return cells.map(written).join(delimiter)
}

/** A cell as it was before it was written. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}
