import type { BenchOutcome } from './bench-outcome.ts'
import { stopChildren } from './child.ts'
import { startBenchServer, type BenchServer } from './database.ts'
import { benchDispatch } from './dispatch.ts'
import { benchDispatchMany } from './dispatch-many.ts'
import { benchGrowth } from './growth.ts'
import { benchIntake } from './intake.ts'
import { benchRead } from './read.ts'
import { benchRecipient } from './recipient.ts'
import { benchRender } from './render.ts'
import { benchReport } from './report.ts'
import { benchReplan } from './replan.ts'
import { benchVoice } from './voice.ts'
import { resultLine } from './result.ts'
import { readBenchSettings, type BenchSettings } from './settings.ts'

// npm run bench -- intake|read|dispatch|dispatch-many|growth|replan|report|recipient|render|voice|all: progress goes to stderr, results to stdout, the named one last.

const benches: Record<string, (server: BenchServer, settings: BenchSettings) => Promise<BenchOutcome>> = {
  intake: benchIntake,
  read: benchRead,
  dispatch: benchDispatch,
  'dispatch-many': benchDispatchMany,
  growth: benchGrowth,
  replan: benchReplan,
  report: benchReport,
  recipient: benchRecipient,
  render: benchRender,
  voice: benchVoice,
}

const [asked = ''] = process.argv.slice(2)
const chosen =
  asked === 'all'
    ? Object.values(benches)
    : Object.entries(benches).flatMap(([name, bench]) => (name === asked ? [bench] : []))
if (chosen.length === 0) {
  process.stderr.write(`Say which: npm run bench -- ${[...Object.keys(benches), 'all'].join('|')}\n`)
  process.exit(2)
}

// A first Ctrl-C stops in order, so that no process and no database stays behind; a second one ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopChildren)

const settings = readBenchSettings(process.env)
const server = await startBenchServer(process.env['DATABASE_URL'])
const lines: string[] = []
try {
  for (const bench of chosen) {
    const { notes, results } = await bench(server, settings)
    lines.push(...notes, ...results.map(resultLine))
    await server.dropDatabases()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await server.stop()
}
for (const line of lines) console.log(line)
