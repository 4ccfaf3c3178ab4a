import { open, rm, type FileHandle } from 'node:fs/promises'
import { csvLine } from '#/kernel/text/csv.ts'
import type { ImportRow, RowFault } from '#/app/import/import-row.ts'

const ownColumns = ['rejected_line', 'rejected_reason']

export type RejectedFileOptions = {
  readonly header: readonly string[]
  readonly delimiter: string
  /** Bytes to keep of what an interrupted import wrote; 0 begins a new file. */
  readonly keepBytes: number
}

/**
 * The rows that were not imported, each with its line and the reason before its own cells. Corrected, the file can be
 * imported with the same mapping. It exists only when there are such rows.
 */
export class RejectedFile {
  readonly path: string
  readonly #options: RejectedFileOptions
  #file: FileHandle | null = null
  #length = 0
  #unwritten = ''

  constructor(path: string, options: RejectedFileOptions) {
    this.path = path
    this.#options = options
  }

  /** Brings the file to the state of `keepBytes`. */
  async open(): Promise<void> {
    this.#length = this.#options.keepBytes
    if (this.#length === 0) return rm(this.path, { force: true })
    // Readable by its owner only: it holds names and contact data.
    this.#file = await open(this.path, 'r+', 0o600)
    await this.#file.truncate(this.#length)
  }

  add({ line, original }: Pick<ImportRow, 'line' | 'original'>, faults: readonly RowFault[]): void {
    this.#unwritten += this.#toLine([String(line), describeFaults(faults), ...this.#foreign(original)])
  }

  /** Writes what was added. @returns the length of the file */
  async flush(): Promise<number> {
    if (this.#unwritten === '') return this.#length
    this.#file ??= await open(this.path, 'w', 0o600)
    const head = this.#length === 0 ? this.#toLine([...ownColumns, ...this.#foreign(this.#options.header)]) : ''
    const bytes = Buffer.from(head + this.#unwritten)
    await this.#file.write(bytes, 0, bytes.length, this.#length)
    this.#length += bytes.length
    this.#unwritten = ''
    return this.#length
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  /** Cells of a row without the columns of a file of rejected rows, if the row came from one. */
  #foreign(cells: readonly string[]): readonly string[] {
    const isFromRejectedFile = ownColumns.every((name, index) => this.#options.header[index] === name)
    return isFromRejectedFile ? cells.slice(ownColumns.length) : cells
  }

  #toLine(cells: readonly string[]): string {
    return `${csvLine(cells, this.#options.delimiter)}\r\n`
  }
}

/** The faults of a row in one line: `recipient.email: is not valid; startsAt: is empty`. */
export function describeFaults(faults: readonly RowFault[]): string {
  return faults.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`)).join('; ')
}
