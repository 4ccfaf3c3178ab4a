import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'

/** What is wrong with one field of a row. The reason never holds the value: it is shown on screens and in logs. */
export type RowFault = { readonly field: string; readonly reason: string }

/** What is odd about a row that is taken all the same, as the intake says it. */
export type RowWarning = { readonly code: string; readonly path: string; readonly message: string }

/** What a row asks for, or why it is rejected. */
export type RowWork =
  | { readonly kind: 'submit'; readonly body: IntakeBody; readonly warnings?: readonly RowWarning[] }
  | { readonly kind: 'cancel'; readonly body: CancellationBody }
  | { readonly kind: 'reject'; readonly faults: readonly RowFault[] }

export type CancellationBody = Pick<IntakeBody, 'sourceSystem' | 'externalAppointmentId'>

/** One row of a CSV file, or one occurrence of an event of a calendar file. */
export type ImportRow = {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number
  /** The row as it stands in the file, for the file of rejected rows. */
  readonly original: readonly string[]
  readonly work: RowWork
}

/** A file that was read through once: its rows are counted, and can be read again from the start. */
export type RowSource = {
  readonly header: readonly string[]
  readonly delimiter: string
  readonly rowCount: number
  /** Weeks that every date is moved by; 0 when dates stay. */
  readonly shiftWeeks: number
  /** The rows in the order of the file, the same at every reading. */
  rows(): AsyncIterable<ImportRow> | Iterable<ImportRow>
}

/** A row that is not sent. */
export function rejected(field: string, reason: string): RowWork {
  return { kind: 'reject', faults: [{ field, reason }] }
}

/** An import that cannot begin: one sentence for the person who asked for it. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
