import { rejected, type ImportRow } from './import-row.ts'

/**
 * Rejects a row whose appointment an earlier row of the file has named: sending it would silently replace that one.
 * Keeps the ids in memory, not the rows.
 */
export async function* refuseRepeats(rows: AsyncIterable<ImportRow> | Iterable<ImportRow>): AsyncGenerator<ImportRow> {
  const lines = new Map<string, number>()
  for await (const row of rows) {
    if (row.work.kind === 'reject') {
      yield row
      continue
    }
    const id = row.work.body.externalAppointmentId
    const earlier = lines.get(id)
    if (earlier === undefined) lines.set(id, row.line)
    yield earlier === undefined
      ? row
      : { ...row, work: rejected('externalAppointmentId', `is the same as on line ${earlier}`) }
  }
}
