import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ImportOptions, ImportReporter, ImportSummary } from '#/app/import/import-options.ts'
import { ProgressLine } from '#/app/import/progress/import-progress.ts'
import { exitCodeOf, summaryText } from '#/app/import/progress/import-report.ts'
import { ImportError } from '#/app/import/import-row.ts'
import { describeFaults } from '#/app/import/progress/rejected-file.ts'
import { runImport } from '#/app/import/run-import.ts'
import { readApiKey, serviceUrl } from '#/main/service-access.ts'
import { terminal } from '#/main/terminal/terminal.ts'

const mostRejectionsShown = 100

type Flags = {
  readonly holder: string
  readonly source: string
  readonly map?: string
  readonly dryRun?: true
  readonly url: string
  readonly concurrency: number
  readonly timezone?: string
  readonly today?: Temporal.PlainDate
  readonly state?: string
  readonly json?: true
}

/** `tijdig import`: registers the appointments of a file through the intake. Only its summary goes to stdout. */
export function importCommand(): Command {
  return new Command('import')
    .description('hand in the appointments of a CSV or calendar file')
    .argument('<file>', 'a .csv or .ics file')
    .requiredOption('--holder <id>', 'platform holder')
    .requiredOption(
      '--source <name>',
      'your name for the system the file comes from; part of the identity of every appointment',
    )
    .option(
      '--map <file>',
      'mapping of the columns (JSON); without it columns are named after the fields of the intake',
    )
    .option('--dry-run', 'read and check everything, send and write nothing')
    .option('--url <url>', 'address of the service', serviceUrl())
    .option('--timezone <name>', 'IANA zone of times that name none')
    .option('--today <date>', 'day that a shift in the mapping counts from (YYYY-MM-DD)', parseDate)
    .option('--state <file>', 'where to keep how far it came (default: FILE.tijdig-import.json)')
    .addOption(
      new Option('--concurrency <n>', 'rows under way at the same time, 1 to 64')
        .default(8)
        .argParser(parseConcurrency),
    )
    .option('--json', 'one JSON object a line on standard output')
    .addHelpText(
      'after',
      '\nThe API key is read from the environment variable TIJDIG_API_KEY.\nExit codes: 0 all rows are in, 2 some were skipped, 1 failed, 130 interrupted.',
    )
    .action(async (file: string, flags: Flags) => {
      terminal().exitCode = await importFile(file, flags)
    })
}

async function importFile(file: string, flags: Flags): Promise<number> {
  const isDryRun = flags.dryRun === true
  const apiKey = readApiKey()
  if (apiKey === null && !isDryRun) {
    complain(howToGetAKey)
    return 1
  }
  const progress = new ProgressLine({ stream: terminal().stderr, now: () => performance.now() })
  const interruption = interruptible(progress)
  try {
    const options: ImportOptions = {
      file: pathOf(file),
      holderId: flags.holder,
      sourceSystem: flags.source,
      mappingJson: flags.map === undefined ? null : await readText(pathOf(flags.map)),
      baseUrl: flags.url,
      apiKey,
      isDryRun,
      concurrency: flags.concurrency,
      timezone: flags.timezone ?? null,
      today: flags.today ?? null,
      stateFile: flags.state === undefined ? null : pathOf(flags.state),
      signal: interruption.signal,
      reporter: flags.json ? jsonReporter(progress) : textReporter(progress, isDryRun),
    }
    const summary = await runImport(options)
    progress.clear()
    printSummary(summary, flags.json === true)
    return exitCodeOf(summary)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    progress.clear()
    complain(error.message)
    return 1
  } finally {
    interruption.stop()
  }
}

const howToGetAKey = `TIJDIG_API_KEY is not set: a member of staff makes an API key with the scope appointments:intake, as docs/running/people.md says in three calls, and you put it in the environment.
For the demo data: export TIJDIG_API_KEY="$(npm run -s tijdig -- demo key)"`

/** The first signal ends the import in order, a later one at once. */
function interruptible(progress: ProgressLine): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  let firstMs: number | null = null
  const onSignal = () => {
    firstMs ??= performance.now()
    // npm passes on a signal that the terminal has already sent to every process.
    if (performance.now() - firstMs > 1_000) process.exit(130)
    if (controller.signal.aborted) return
    progress.print('Interrupted: finishing what is under way. Once more to end at once.')
    controller.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return {
    signal: controller.signal,
    stop: () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  }
}

function textReporter(progress: ProgressLine, isDryRun: boolean): ImportReporter {
  let shown = 0
  return {
    note: (sentence) => progress.print(sentence),
    rejected(line, faults) {
      shown += 1
      if (shown <= mostRejectionsShown) progress.print(`line ${line}: ${describeFaults(faults)}`)
      if (shown !== mostRejectionsShown + 1) return
      progress.print(
        `More rows are skipped; ${isDryRun ? '--json lists' : 'the file of rejected rows has'} all of them.`,
      )
    },
    warned: () => undefined,
    progress: (state) => progress.update(state),
  }
}

function jsonReporter(progress: ProgressLine): ImportReporter {
  return {
    note: (sentence) => progress.print(sentence),
    rejected: (line, faults) => say(JSON.stringify({ type: 'rejected', line, faults })),
    warned: (line, { code, path }) => say(JSON.stringify({ type: 'warning', line, code, path })),
    progress: (state) => progress.update(state),
  }
}

function printSummary(summary: ImportSummary, isJson: boolean): void {
  say(isJson ? JSON.stringify({ type: 'summary', ...summary }) : summaryText(summary))
}

function say(line: string): void {
  terminal().stdout.write(`${line}\n`)
}

function complain(line: string): void {
  terminal().stderr.write(`${line}\n`)
}

/** npm runs scripts in the folder of package.json; paths are relative to where the person ran it. */
function pathOf(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = terminal().env
  return resolve((script === 'tijdig' && folder) || process.cwd(), path)
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new ImportError(`The mapping cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}).`, {
      cause,
    })
  }
}

function parseConcurrency(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 64)
    throw new InvalidArgumentError('It is a number from 1 to 64.')
  return value
}

function parseDate(text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text)
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidArgumentError('It is a date such as 2026-12-03.')
    throw error
  }
}
