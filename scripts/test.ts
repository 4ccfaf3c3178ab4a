import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTemporaryDatabase } from './temporary-database.ts'

// `npm test`: the static checks, then every test on one PostgreSQL. With files named, only those tests:
//   npm test -- src/kernel/embedded-postgres.test.ts --test-name-pattern 'second start'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const fileTimeoutMs = 300_000
// Each file is a process that loads the product anew.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compile')

/**
 * Tests that measure how soon something is over, or that need most of the connections the database server has: they run
 * after the others, one file at a time.
 */
const alone = new Set(
  [
    'acknowledged',
    'database-outage',
    'database-restart',
    'kill-worker',
    'provider-outage',
    'race',
    'start',
    'stop-worker',
    'terminate',
  ].map((name) => `test/crash/${name}.test.ts`),
)

/** It waits for a minute and needs no processor meanwhile. */
const longest = 'test/crash/late-sleeper.test.ts'

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
if (named.length > 0 || (await checksPass())) await testAll()
else process.exitCode ||= 1

async function testAll(): Promise<void> {
  if (stopping.signal.aborted) return
  const database = process.env['DATABASE_URL'] ? null : await startTemporaryDatabase(true)
  try {
    process.env['TIJDIG_TEST_DATABASE_URL'] = database?.url ?? process.env['DATABASE_URL']
    // What a test starts must never find a real database by itself.
    delete process.env['DATABASE_URL']
    await pipeline(Readable.from(events()), new spec(), process.stdout, { end: false })
  } finally {
    await database?.stop()
  }
}

/** Both rounds as one report: their totals are added up, and what closes a report comes once, at the end. */
async function* events(): AsyncGenerator<TestEvent> {
  const started = performance.now()
  const totals = new Map<string, number>()
  let summary: Extract<TestEvent, { type: 'test:summary' }> | undefined
  const rounds = [
    { files: files.filter((file) => !alone.has(file)), concurrency: availableParallelism() },
    { files: files.filter((file) => alone.has(file)), concurrency: 1 },
  ]
  for (const round of rounds) {
    if (round.files.length === 0 || stopping.signal.aborted) continue
    const stream = run({
      ...round,
      cwd: root,
      testNamePatterns: options['test-name-pattern'],
      timeout: fileTimeoutMs,
      signal: stopping.signal,
    })
    for await (const event of stream as AsyncIterable<TestEvent>) {
      const total = totalOf(event)
      if (total !== null) totals.set(total.name, (totals.get(total.name) ?? 0) + total.value)
      else if (event.type === 'test:summary' && event.data.file === undefined) summary = event
      else yield event
      if (summary?.data.success === false) process.exitCode ||= 1
    }
  }
  totals.set('duration_ms', performance.now() - started)
  for (const [name, value] of totals) {
    yield { type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${value}`, level: 'info' } } as TestEvent
  }
  // The reporter answers this with the failures of both rounds.
  if (summary) yield summary
}

function totalOf(event: TestEvent): { name: string; value: number } | null {
  if (event.type !== 'test:diagnostic' || event.data.nesting !== 0 || event.data.file !== undefined) return null
  const [, name, value] =
    /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/.exec(event.data.message) ?? []
  return name === undefined ? null : { name, value: Number(value) }
}

/** The longest first, by their size, so that no processor is idle at the end. */
function testFiles(): string[] {
  const patterns = named.length > 0 ? named : ['{src,test,scripts,bench}/**/*.test.ts']
  const found = patterns.flatMap((pattern) => {
    const matches = globSync(pattern, { cwd: root })
    if (matches.length === 0) {
      console.error(`No test file matches ${pattern}.`)
      process.exit(1)
    }
    return matches
  })
  const rank = (file: string) => (file === longest ? Number.POSITIVE_INFINITY : statSync(file).size)
  return [...new Set(found)].sort((one, other) => rank(other) - rank(one))
}

async function checksPass(): Promise<boolean> {
  const checks = spawn(process.execPath, ['scripts/check.ts'], { cwd: root, stdio: 'inherit', signal: stopping.signal })
  checks.on('error', (error) => {
    if (error.name !== 'AbortError') throw error
  })
  const [code] = (await once(checks, 'close')) as [number | null]
  return code === 0
}
