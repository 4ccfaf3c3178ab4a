import { ImportError, type RowFault, type RowWarning } from './import-row.ts'
import type { Counts } from '#/app/import/progress/import-state.ts'
import type { Timing } from './intake-client.ts'

export type ImportOptions = {
  /** Path of a .csv or .ics file. */
  readonly file: string
  readonly holderId: string
  readonly sourceSystem: string
  /** Content of the mapping file; null: the columns are named after the fields of the intake. */
  readonly mappingJson: string | null
  readonly baseUrl: string
  /** Null in a dry run only. */
  readonly apiKey: string | null
  readonly isDryRun: boolean
  /** Rows under way at the same time, 1 to 64. */
  readonly concurrency: number
  /** IANA zone of times in the file that name none. */
  readonly timezone: string | null
  /** Day that the shift of a mapping counts from; null: the day the import began. */
  readonly today: Temporal.PlainDate | null
  /** Null: beside the file. */
  readonly stateFile: string | null
  readonly timing?: Partial<Timing>
  /** Interrupts the import: nothing new is sent, what is under way is finished, the state is kept. */
  readonly signal: AbortSignal
  readonly reporter: ImportReporter
}

/** Receives the progress: line numbers, fields and reasons, never the content of a row. */
export type ImportReporter = {
  note(sentence: string): void
  rejected(line: number, faults: readonly RowFault[]): void
  warned(line: number, warning: RowWarning): void
  progress(progress: ImportProgress): void
}

export type ImportProgress = {
  readonly rowsDone: number
  readonly rowCount: number
  /** Rows this run dealt with, for its rate. */
  readonly rowsOfThisRun: number
  readonly skipped: number
}

export type ImportSummary = {
  readonly status: 'completed' | 'interrupted' | 'stopped'
  /** Why it stopped; null unless it did. */
  readonly problem: string | null
  readonly isDryRun: boolean
  readonly rowCount: number
  /** Rows dealt with, by earlier runs of the same import too: the sum of the counts. */
  readonly rowsDone: number
  /** Rows that earlier runs had dealt with. */
  readonly resumedAfter: number
  readonly counts: Counts
  /** How often each warning was given. */
  readonly warnings: Readonly<Record<string, number>>
  readonly shiftWeeks: number
  /** Null when no row was skipped, and in a dry run. */
  readonly rejectedFile: string | null
  readonly durationMs: number
}

/** Whether a file is read as a calendar; every other file is CSV. */
export function isCalendar(file: string): boolean {
  return /\.ics$/i.test(file)
}

/**
 * Refuses invalid options before anything is read.
 *
 * @throws ImportError
 */
export function checkOptions(options: ImportOptions): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(options.sourceSystem) || options.sourceSystem === 'local') {
    throw new ImportError(
      'The source name has 1 to 64 letters, digits, dots, hyphens or underscores, begins with a letter or digit, and is not "local".',
    )
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(options.holderId)) {
    throw new ImportError('The platform holder is given by its id.')
  }
  if (isCalendar(options.file) && options.mappingJson !== null) {
    throw new ImportError('A mapping is for CSV files; a calendar file needs none.')
  }
  if (options.apiKey === null && !options.isDryRun) throw new ImportError('An API key is needed.')
  checkUrl(options.baseUrl)
}

function checkUrl(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url?.protocol === 'https:') return
  if (url?.protocol !== 'http:') throw new ImportError('The address of the service begins with https:// or http://.')
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    throw new ImportError('To another machine the API key and the appointments go by https:// only.')
  }
}
