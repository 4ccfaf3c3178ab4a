import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { JobCtx } from '#/kernel/context.ts'
import { stopAll } from '#/kernel/flow/stop-all.ts'
import { endPool, followConnections } from '#/kernel/postgres/connecting/connections.ts'
import { PrimaryClient } from '#/kernel/postgres/connecting/primary-client.ts'
import type { Job } from '#/kernel/job.ts'
import { inSpan } from '#/kernel/spans.ts'
import {
  mailAccessChange,
  mailInvitation,
  mailKeyEnding,
  mailNetworksChange,
  mailNewBrowser,
  mailPasskeyChange,
  mailSignInCode,
  mailStaffInvitation,
} from '#/slices/access/access.ts'
import { readPaymentSetup } from '#/slices/billing/billing.ts'
import { completeDeletion, forgetStatistics } from '#/slices/deletion-requests/deletion-requests.ts'
import { mailActionRequired, relistSeen, revokeGrant } from '#/slices/calendars/calendars.ts'
import { tellLinked, textSignInCode } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { replanAppointment } from '#/slices/reminders/reminders.ts'
import { answerInboundSms, mailOpenReplies, tellStaffOfReply } from '#/slices/replies/replies.ts'
// Not in the front door: it mails by way of access, which stands on slices that stand on suggestions.
import { tellOfApproval } from '#/slices/suggestions/tell-of-approval.ts'
import { mailWebhookProblem } from '#/slices/webhooks/webhooks.ts'
import { JobPool } from './job-pool.ts'
import { keepRunning, type KeptRunner } from './job-runner.ts'

/**
 * All background work that is no reminder. Each group has its own slots, so that a provider that takes calls and answers
 * none holds up no other's: a mail relay no sign-in code by SMS.
 */
const groups: readonly { readonly jobs: readonly Job[]; readonly atOnce: number }[] = [
  // Call the SMS provider, or nobody.
  { jobs: [textSignInCode, answerInboundSms, tellLinked, replanAppointment], atOnce: 4 },
  // Call the mail relay.
  {
    jobs: [
      mailSignInCode,
      mailInvitation,
      mailStaffInvitation,
      mailAccessChange,
      mailPasskeyChange,
      mailNewBrowser,
      mailNetworksChange,
      mailKeyEnding,
      tellStaffOfReply,
      mailOpenReplies,
      mailActionRequired,
      mailWebhookProblem,
      tellOfApproval,
    ],
    atOnce: 3,
  },
  // Call others, or take long; nobody waits for them.
  { jobs: [relistSeen, revokeGrant, readPaymentSetup, completeDeletion, forgetStatistics], atOnce: 2 },
]

export type Jobs = {
  /** Lets jobs in hand end, and resolves when no connection is left. */
  stop(): Promise<void>
}

/** Runs background work that is no reminder. Payloads are parsed like any other input. */
export async function startJobs(ctx: JobCtx): Promise<Jobs> {
  const connections = openConnections(ctx)
  const runners: KeptRunner[] = []
  const stop = async () => {
    try {
      await stopAll(runners)
    } finally {
      // The stop does not wait until the last jobs are recorded as done, which needs the pool: they would be done
      // again.
      while (connections.waitingCount > 0) await sleep(10)
      await endPool(connections)
    }
  }
  try {
    for (const { jobs, atOnce } of groups) {
      const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.task, performing(job, ctx)]))
      const options = { pgPool: connections, taskList, concurrency: atOnce, pollInterval: 2_000 }
      runners.push(await keepRunning(options, ctx.log))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/**
 * The library's own pool would still be closing connections when its stop resolves, and an error that one of them then
 * meets would end the process.
 */
function openConnections({ databaseUrl, log }: JobCtx): pg.Pool {
  const connections = new JobPool({
    Client: PrimaryClient,
    connectionString: databaseUrl,
    // A listener for each group; what the slots ask is short.
    max: 6,
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
      await inSpan(
        `job ${task}`,
        () => ({}),
        () => perform(ctx, payload),
      )
    } catch (error) {
      ctx.log.warn({ err: error, task }, 'job failed')
      throw error
    }
  }
}
