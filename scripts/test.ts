import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installDebianPackages } from './testing/debian-packages.ts'
import { startTemporaryDatabase } from './testing/temporary-database.ts'

// `npm test`: the static checks, then every test on one PostgreSQL. With files named, only those tests:
//   npm test -- src/embedded-postgres/embedded-postgres.test.ts --test-name-pattern 'second start'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
// Only for what hangs: the longest process takes four minutes of a processor, and a machine may be slow.
const processTimeoutMs = 3_600_000
// Shared, because each process loads the product anew.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compile')

/** Tests that limit how many seconds something takes come last, the longest first: little then runs beside them. */
const timed = [
  'test/machines/rolling-upgrade.test.ts',
  'test/crash/outages/database-outage.test.ts',
  'test/machines/restore.test.ts',
  'test/machines/failover.test.ts',
  'test/crash/starting/start.test.ts',
  'test/api/load/noisy-neighbour.test.ts',
]

/** Waits for a whole lease in real time. */
const sleeper = 'test/crash/killed/late-sleeper.test.ts'

/** Needs a process of its own, because Node names the snapshot file after the process's first file. */
const snapshots = 'src/messages/message-snapshot.test.ts'

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true, default: [] } },
})
const stopping = new AbortController()
for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
  process.on(signal, () => {
    process.exitCode = code
    stopping.abort()
  })
}

const files = testFiles()
const installing = installDebianPackages()
const isRight = named.length > 0 || (await checksPass())
// Before the first test, because a browser that starts without fonts draws nothing in many languages.
await installing
if (isRight) await testAll()
else process.exitCode ||= 1

async function testAll(): Promise<void> {
  if (stopping.signal.aborted) return
  const database = process.env['DATABASE_URL'] ? null : await startTemporaryDatabase(true)
  try {
    process.env['TIJDIG_TEST_DATABASE_URL'] = database?.url ?? process.env['DATABASE_URL']
    // What a test starts must never find a real database by accident.
    delete process.env['DATABASE_URL']
    // Tests copy and make whole clusters, for which a disk takes seconds of a processor.
    if (database) process.env['TMPDIR'] = database.folder
    await pipeline(Readable.from(events()), new spec(), process.stdout, { end: false })
  } finally {
    await database?.stop()
  }
}

/** Merges the processes into one report: totals are added up, and closing events come once, at the end. */
async function* events(): AsyncGenerator<TestEvent> {
  const started = performance.now()
  const totals = new Map<string, number>()
  let summary: Extract<TestEvent, { type: 'test:summary' }> | undefined
  for await (const event of runAll() as AsyncIterable<TestEvent>) {
    const total = totalOf(event)
    if (total !== null) totals.set(total.name, (totals.get(total.name) ?? 0) + total.value)
    else if (event.type === 'test:summary' && event.data.file === undefined) summary = event
    else yield event
    if (summary?.data.success === false) process.exitCode ||= 1
  }
  totals.set('duration_ms', performance.now() - started)
  for (const [name, value] of totals) {
    yield { type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${value}`, level: 'info' } } as TestEvent
  }
  // On this event the reporter prints the failures of all.
  if (summary) yield summary
}

/**
 * One lane for each processor, two more that begin with the crash tests, which mostly wait for processes and time
 * limits, and two for when all of these wait. The tests that limit time come when a lane finds nothing else.
 */
function runAll(): Readable {
  const report = new PassThrough({ objectMode: true })
  const rest = files.filter((file) => !timed.includes(file))
  const crashes = processesOf(rest.filter(isCrash))
  const others = [
    ...processesOf(rest.filter(isLong)),
    ...processesOf(rest.filter((file) => !isLong(file) && !isCrash(file))),
  ]
  const last = timed.filter((file) => files.includes(file)).map((file) => [file])
  const whenIdle = takenWhenIdle(others)
  const lanes = [
    ...Array.from({ length: 2 }, () => takenFrom(crashes, others, last)),
    ...Array.from({ length: availableParallelism() }, () => takenFrom(others, last)),
    whenIdle,
    whenIdle,
  ]
  Promise.all(lanes.map((lane) => runLane(lane, report))).then(
    () => report.end(),
    (error: Error) => report.destroy(error),
  )
  return report
}

function* takenFrom<T>(...queues: T[][]): Generator<T> {
  for (const queue of queues) while (queue.length > 0) yield* queue.splice(0, 1)
}

/** Takes the next one when the processors had nothing to do for a tenth of a second; one at a time, whoever asks. */
async function* takenWhenIdle<T>(queue: T[]): AsyncGenerator<T> {
  const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)
  while (queue.length > 0 && !stopping.signal.aborted) {
    const beforeMs = idleMs()
    await sleep(1_000)
    if (idleMs() - beforeMs > (1_000 * cpus().length) / 10) yield* queue.splice(0, 1)
  }
}

/** Runs processes one after the other, and reports each in one piece. */
async function runLane(
  processes: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  report: PassThrough,
): Promise<void> {
  for await (const together of processes) {
    if (stopping.signal.aborted) return
    const [only, ...others] = together
    const stream = run({
      files: only === undefined || others.length > 0 ? ['scripts/testing/test-together.ts'] : [only],
      argv: [...together],
      // The young generation is then collected a third as often, which is a seventh of a test's processor time.
      execArgv: ['--max-semi-space-size=48'],
      cwd: root,
      testNamePatterns: options['test-name-pattern'],
      timeout: processTimeoutMs,
      signal: stopping.signal,
    })
    for (const event of await Array.fromAsync(stream)) report.write(event)
  }
}

/** The files of a folder share a process; the largest comes first, so that no processor is idle at the end. */
function processesOf(some: readonly string[]): string[][] {
  const processes = Object.values(Object.groupBy(some, shareOf)).filter((together) => together !== undefined)
  const size = (together: readonly string[]) => together.reduce((sum, file) => sum + statSync(file).size, 0)
  return processes.sort((one, other) => size(other) - size(one))
}

/** The key of files that share a process, which loads the product once: a folder of test, a part of src, or web. */
function shareOf(file: string): string {
  const isByItself = file === snapshots || file === sleeper || /^test\/[^/]+$/.test(file)
  if (isByItself) return file
  if (file.startsWith('web/')) return 'web'
  if (!file.startsWith('src/')) return dirname(file)
  const part = file.split('/')[1] ?? ''
  return ['app', 'slices'].includes(part) ? part : 'src'
}

function totalOf(event: TestEvent): { name: string; value: number } | null {
  if (event.type !== 'test:diagnostic' || event.data.nesting !== 0 || event.data.file !== undefined) return null
  const [, name, value] =
    /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/.exec(event.data.message) ?? []
  return name === undefined ? null : { name, value: Number(value) }
}

function testFiles(): string[] {
  const patterns = named.length > 0 ? named : ['{src,test,scripts,bench,web}/**/*.test.ts']
  const found = patterns.flatMap((pattern) => {
    const matches = globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' })
    if (matches.length === 0) {
      console.error(`No test file matches ${pattern}.`)
      process.exit(1)
    }
    return matches
  })
  return [...new Set(found)].sort()
}

function isCrash(file: string): boolean {
  return /^test\/(crash|machines)\//.test(file)
}

/** Parts that take longer than their size tells, because they visit every page or wait for others: they begin first. */
function isLong(file: string): boolean {
  const long = ['test/web/pages/', 'test/every-operation.test.ts', 'test/e2e/', 'test/api/billing/']
  return long.some((part) => file.startsWith(part))
}

async function checksPass(): Promise<boolean> {
  const checks = spawn(process.execPath, ['scripts/check.ts'], { cwd: root, stdio: 'inherit', signal: stopping.signal })
  checks.on('error', (error) => {
    if (error.name !== 'AbortError') throw error
  })
  const [code] = (await once(checks, 'close')) as [number | null]
  return code === 0
}
