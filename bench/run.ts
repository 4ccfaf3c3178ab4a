import type { BenchOutcome } from './measuring/bench-outcome.ts'
import { stopChildren } from './measuring/child.ts'
import { startBenchServer, type BenchServer } from './seeding/database.ts'
import { benchBatches } from './benchmarks/batches.ts'
import { benchCalls } from './benchmarks/calls.ts'
import { benchDispatch } from './benchmarks/dispatch.ts'
import { benchDispatchMany } from './benchmarks/dispatch-many.ts'
import { benchGrowth } from './benchmarks/growth.ts'
import { benchIntake } from './benchmarks/intake.ts'
import { benchRead } from './benchmarks/read.ts'
import { benchRecipient } from './benchmarks/recipient.ts'
import { benchRender } from './benchmarks/render.ts'
import { benchReplies } from './benchmarks/replies.ts'
import { benchReport } from './benchmarks/report.ts'
import { benchReplan } from './benchmarks/replan.ts'
import { benchVoice } from './benchmarks/voice.ts'
import { benchWebhooks } from './benchmarks/webhooks.ts'
import { resultLine } from './measuring/result.ts'
import { readBenchSettings, type BenchSettings } from './settings.ts'

// npm run bench -- intake|read|dispatch|dispatch-many|growth|replan|replies|report|calls|batches|recipient|render|voice|webhooks|all [stages]: progress goes to stderr, results to stdout, the named one last.

const benches: Record<string, (server: BenchServer, settings: BenchSettings) => Promise<BenchOutcome>> = {
  intake: benchIntake,
  read: benchRead,
  dispatch: benchDispatch,
  'dispatch-many': benchDispatchMany,
  growth: benchGrowth,
  replan: benchReplan,
  replies: benchReplies,
  report: benchReport,
  calls: benchCalls,
  batches: benchBatches,
  recipient: benchRecipient,
  render: benchRender,
  voice: benchVoice,
  webhooks: benchWebhooks,
}

const [asked = '', stages] = process.argv.slice(2)
const chosen =
  asked === 'all'
    ? Object.values(benches)
    : Object.entries(benches).flatMap(([name, bench]) => (name === asked ? [bench] : []))
if (chosen.length === 0) {
  process.stderr.write(`Say which: npm run bench -- ${[...Object.keys(benches), 'all'].join('|')} [stages of growth]\n`)
  process.exit(2)
}

// The first Ctrl-C stops in order, so that no process or database is left behind; a second one ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopChildren)

const settings = readBenchSettings(stages === undefined ? process.env : { ...process.env, TIJDIG_BENCH_GROWTH: stages })
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
