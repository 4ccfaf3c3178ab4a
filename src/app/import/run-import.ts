import { openCalendar } from '#/app/import/calendar/calendar-source.ts'
import { intakeFaults } from './check-intake.ts'
import { openCsv } from '#/app/import/csv/csv-source.ts'
import { checkOptions, isCalendar, type ImportOptions, type ImportSummary } from './import-options.ts'
import { ImportError, type ImportRow, type RowSource } from './import-row.ts'
import { importStateFor } from '#/app/import/progress/import-state-for.ts'
import { inOrder } from './in-order.ts'
import { defaultTiming, intakeClient, type IntakeClient, type SendResult } from './intake-client.ts'
import { Ledger, type RowResult } from '#/app/import/progress/ledger.ts'
import { parseMapping } from '#/app/import/csv/mapping.ts'
import { refuseRepeats } from './refuse-repeats.ts'
import { RejectedFile } from '#/app/import/progress/rejected-file.ts'

/**
 * Registers the appointments of a file through the intake. An interrupted import leaves its state beside the file and
 * goes on there when it is run again; a row that is sent twice changes nothing.
 *
 * @throws ImportError when it cannot begin
 */
export async function runImport(options: ImportOptions): Promise<ImportSummary> {
  const startedMs = performance.now()
  checkOptions(options)
  const stateFile = options.stateFile ?? `${options.file}.tijdig-import.json`
  const state = await importStateFor(options, stateFile)
  const startedAt = Temporal.Instant.from(state.startedAt)
  const source = await openSource(options, startedAt)
  if (source.shiftWeeks !== 0) options.reporter.note(`Every date is moved by ${source.shiftWeeks} weeks.`)

  const ending = new AbortController()
  const attempt = options.isDryRun
    ? tryRow(startedAt)
    : sendRow(await acceptedClient(options, AbortSignal.any([options.signal, ending.signal])))
  const { header, delimiter } = source
  const rejectedFile = new RejectedFile(`${options.file}.rejected.csv`, {
    header,
    delimiter,
    keepBytes: state.rejectedBytes,
  })
  const ledger = new Ledger(state, { options, source, stateFile, rejectedFile })
  const end = await workThrough(source, ledger, { options, attempt, ending })
  return {
    ...end,
    isDryRun: options.isDryRun,
    rowCount: source.rowCount,
    rowsDone: ledger.rowsDone,
    resumedAfter: state.rowsDone,
    counts: ledger.counts,
    warnings: ledger.warnings,
    shiftWeeks: source.shiftWeeks,
    rejectedFile: ledger.counts.skipped > 0 && !options.isDryRun ? rejectedFile.path : null,
    durationMs: Math.round(performance.now() - startedMs),
  }
}

function openSource(options: ImportOptions, startedAt: Temporal.Instant): Promise<RowSource> {
  const { file, sourceSystem, timezone } = options
  if (isCalendar(file)) return openCalendar(file, { sourceSystem, timezone, now: startedAt })
  const mapping = options.mappingJson === null ? null : parseMapping(options.mappingJson)
  const today = options.today ?? startedAt.toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainDate()
  return openCsv(file, { mapping, sourceSystem, timezone, today })
}

type Attempt = (row: ImportRow) => Promise<RowResult | SendResult>
type End = Pick<ImportSummary, 'status' | 'problem'>

async function workThrough(
  source: RowSource,
  ledger: Ledger,
  { options, attempt, ending }: { options: ImportOptions; attempt: Attempt; ending: AbortController },
): Promise<End> {
  await ledger.open()
  let end: End = { status: 'interrupted', problem: null }
  try {
    const rows = rowsToDo(source, ledger.rowsDone, options.signal)
    for await (const { row, result } of inOrder(rows, options.concurrency, async (row) => ({
      row,
      result: await attempt(row),
    }))) {
      if (result.kind === 'unfinished') break
      if (result.kind === 'stop') {
        end = { status: 'stopped', problem: result.sentence }
        // Rows under way must not wait for another attempt.
        ending.abort()
        break
      }
      ledger.enter(row, result)
      await ledger.saveNowAndThen()
    }
    if (ledger.rowsDone === source.rowCount) end = { status: 'completed', problem: null }
  } finally {
    await ledger.close(end.status === 'completed')
  }
  return end
}

async function* rowsToDo(source: RowSource, alreadyDone: number, signal: AbortSignal): AsyncGenerator<ImportRow> {
  let index = 0
  // From the first row on, because the ids of rows already done count as seen.
  for await (const row of refuseRepeats(source.rows())) {
    if (signal.aborted) return
    if (index >= alreadyDone) yield row
    index += 1
  }
}

function sendRow(client: IntakeClient): Attempt {
  return async ({ work }) => {
    if (work.kind === 'reject') return { kind: 'refused', faults: work.faults }
    return work.kind === 'submit' ? client.submit(work.body) : client.cancel(work.body)
  }
}

function tryRow(now: Temporal.Instant): Attempt {
  return async ({ work }) => {
    const faults = work.kind === 'reject' ? work.faults : work.kind === 'submit' ? intakeFaults(work.body, now) : []
    return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'accepted' }
  }
}

async function acceptedClient(options: ImportOptions, signal: AbortSignal): Promise<IntakeClient> {
  const { baseUrl, holderId, apiKey, reporter } = options
  const client = intakeClient({
    baseUrl,
    holderId,
    apiKey: apiKey ?? '',
    timing: { ...defaultTiming, ...options.timing },
    signal,
    onPause: (ms, why) => reporter.note(`Waiting ${Math.ceil(ms / 1_000)} s: ${why}.`),
  })
  const refusal = await client.refusal()
  if (refusal !== null) throw new ImportError(refusal)
  return client
}
