import { Logger, run } from 'graphile-worker'
import { serveParent } from '../measuring/child.ts'
import type { Drained } from '../benchmarks/dispatch.ts'

// graphile-worker with jobs that do nothing, set up for throughput as its documentation advises: batches of jobs are
// fetched into the local queue, and finished ones are completed together.

serveParent<{ databaseUrl: string }, { rows: number }>({
  async start({ databaseUrl }) {
    const drain = async (rows: number): Promise<Drained> => {
      const done = Promise.withResolvers<void>()
      let finished = 0
      let startedMs = 0
      const runner = await run({
        connectionString: databaseUrl,
        noHandleSignals: true,
        logger: new Logger(() => (level, message) => {
          if (level === 'error') process.stderr.write(`${message}\n`)
        }),
        taskList: {
          noop: async () => {
            // Starting the library is not measured; leaving out the first fetch makes no difference.
            startedMs ||= performance.now()
            finished += 1
            if (finished === rows) done.resolve()
          },
        },
        preset: {
          worker: {
            concurrentJobs: 24,
            maxPoolSize: 10,
            localQueue: { size: 500 },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      })
      await done.promise
      const seconds = (performance.now() - startedMs) / 1_000
      await runner.stop()
      return { rows, seconds }
    }
    return { answer: ({ rows }) => drain(rows), stop: async () => undefined }
  },
})
