import type { ImportOptions } from '#/app/import/import-options.ts'
import type { ImportRow, RowFault, RowSource, RowWarning } from '#/app/import/import-row.ts'
import { removeState, sumOf, writeState, type Counts, type ImportState } from './import-state.ts'
import type { SendResult } from '#/app/import/intake-client.ts'
import type { RejectedFile } from './rejected-file.ts'

/** The final result of a row. */
export type RowResult = Extract<SendResult, { kind: 'done' | 'refused' }> | { readonly kind: 'accepted' }

export type LedgerOptions = {
  readonly options: ImportOptions
  readonly source: RowSource
  readonly stateFile: string
  readonly rejectedFile: RejectedFile
}

const saveEveryMs = 1_000

/** The books of an import: every row of the file is entered once, in order, and saved so that a crash loses little. */
export class Ledger {
  readonly counts: Counts
  readonly warnings: Record<string, number>
  rowsDone: number
  readonly #state: ImportState
  readonly #with: LedgerOptions
  #savedAtMs = 0
  #savedRows: number

  constructor(state: ImportState, withOptions: LedgerOptions) {
    this.#state = state
    this.#with = withOptions
    this.counts = { ...state.counts }
    this.warnings = { ...state.warnings }
    this.rowsDone = state.rowsDone
    this.#savedRows = -1
  }

  async open(): Promise<void> {
    if (this.#with.options.isDryRun) return
    await this.#with.rejectedFile.open()
    await this.#save()
  }

  enter(row: ImportRow, result: RowResult): void {
    const { reporter } = this.#with.options
    this.rowsDone += 1
    if (result.kind === 'refused') this.#skip(row, result.faults)
    else {
      this.counts[result.kind === 'done' ? result.outcome : 'accepted'] += 1
      this.#warn(row, result.kind === 'done' ? result.warnings : [])
    }
    reporter.progress({
      rowsDone: this.rowsDone,
      rowCount: this.#with.source.rowCount,
      rowsOfThisRun: this.rowsDone - this.#state.rowsDone,
      skipped: this.counts.skipped,
    })
  }

  async saveNowAndThen(): Promise<void> {
    if (performance.now() - this.#savedAtMs >= saveEveryMs) await this.#save()
  }

  /** Saves what is left to save. A completed import leaves no state: running it again is a new import. */
  async close(isCompleted: boolean): Promise<void> {
    this.#checkSum()
    if (this.#with.options.isDryRun) return
    await this.#save()
    await this.#with.rejectedFile.close()
    if (isCompleted) await removeState(this.#with.stateFile)
  }

  #skip(row: ImportRow, faults: readonly RowFault[]): void {
    this.counts.skipped += 1
    this.#with.rejectedFile.add(row, faults)
    this.#with.options.reporter.rejected(row.line, faults)
  }

  #warn({ line, work }: ImportRow, ofIntake: readonly RowWarning[]): void {
    const ofRow = work.kind === 'submit' ? (work.warnings ?? []) : []
    for (const warning of [...ofRow, ...ofIntake]) {
      this.warnings[warning.code] = (this.warnings[warning.code] ?? 0) + 1
      this.#with.options.reporter.warned(line, warning)
    }
  }

  async #save(): Promise<void> {
    if (this.#with.options.isDryRun || this.#savedRows === this.rowsDone) return
    this.#checkSum()
    // The rejected rows first, since the state says that they are written.
    const rejectedBytes = await this.#with.rejectedFile.flush()
    const { counts, warnings, rowsDone } = this
    await writeState(this.#with.stateFile, { ...this.#state, counts, warnings, rowsDone, rejectedBytes })
    this.#savedRows = rowsDone
    this.#savedAtMs = performance.now()
  }

  #checkSum(): void {
    if (sumOf(this.counts) !== this.rowsDone) throw new Error('The counts of the import do not add up to its rows')
  }
}
