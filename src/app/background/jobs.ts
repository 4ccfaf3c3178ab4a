import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { JobCtx } from '#/kernel/context.ts'
import { endPool, followConnections } from '#/kernel/postgres/connections.ts'
import { PrimaryClient } from '#/kernel/postgres/primary-client.ts'
import type { Job } from '#/kernel/job.ts'
import { mailSignInCode } from '#/slices/access/access.ts'
import { readPaymentSetup } from '#/slices/billing/billing.ts'
import { completeDeletion, forgetStatistics } from '#/slices/deletion-requests/deletion-requests.ts'
import { mailActionRequired, relistSeen, revokeGrant } from '#/slices/integrations/integrations.ts'
import { tellLinked, textSignInCode } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { replanAppointment } from '#/slices/reminders/reminders.ts'
import { answerInboundSms, tellStaffOfReply } from '#/slices/replies/replies.ts'
import { tellOfApproval } from '#/slices/suggestions/suggestions.ts'
import { JobPool } from './job-pool.ts'
import { keepRunning } from './job-runner.ts'

/** All background work that is no reminder. */
const jobs: readonly Job[] = [
  mailSignInCode,
  textSignInCode,
  answerInboundSms,
  tellStaffOfReply,
  replanAppointment,
  mailActionRequired,
  relistSeen,
  revokeGrant,
  readPaymentSetup,
  completeDeletion,
  forgetStatistics,
  tellOfApproval,
  tellLinked,
]

export type Jobs = {
  /** Lets jobs in hand end, and resolves when no connection is left. */
  stop(): Promise<void>
}

/** Runs background work that is no reminder. Payloads are parsed like any other input. */
export async function startJobs(ctx: JobCtx): Promise<Jobs> {
  const connections = openConnections(ctx)
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.task, performing(job, ctx)]))
  const runner = await keepRunning({ pgPool: connections, taskList, concurrency: 5, pollInterval: 1_000 }, ctx.log)
  return {
    async stop() {
      await runner.stop()
      // The stop does not wait until the last jobs are recorded as done, which needs the pool: they would be done
      // again.
      while (connections.waitingCount > 0) await sleep(10)
      await endPool(connections)
    },
  }
}

/**
 * The library's own pool would still be closing connections when its stop resolves, and an error that one of them then
 * meets would end the process.
 */
function openConnections({ databaseUrl, log }: JobCtx): pg.Pool {
  const connections = new JobPool({
    Client: PrimaryClient,
    connectionString: databaseUrl,
    max: 10,
    application_name: 'tijdig_jobs',
    // Without these, a process would not end while the database does not answer.
    connectionTimeoutMillis: 3_000,
    query_timeout: 4_500,
    keepAlive: true,
  })
  const onLost = (error: Error) => log.warn({ err: error, from: 'jobs' }, 'database connection lost')
  connections.on('error', onLost)
  followConnections(connections)
  connections.on('connect', (client) => client.on('error', onLost))
  return connections
}

/** Logs by our own rules why a job failed; the library then tries it again. */
function performing({ task, perform }: Job, ctx: JobCtx) {
  return async (payload: unknown) => {
    try {
      await perform(ctx, payload)
    } catch (error) {
      ctx.log.warn({ err: error, task }, 'job failed')
      throw error
    }
  }
}
