import { setTimeout as sleep } from 'node:timers/promises'
import type { JobHelpers, TaskList } from 'graphile-worker'
import { Pool } from 'pg'
import type pg from 'pg'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Services } from '#/kernel/context.ts'
import { endPool, followConnections, inTransaction } from '#/kernel/postgres/db.ts'
import { toServiceReference } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { nullable, strictObject } from '#/kernel/schema.ts'
import { renderStaffSignInCode } from '#/messages/sms/render-service-text.ts'
import { mayTryAgain, sendInTurn } from '#/ports/delivery.ts'
import { serviceMail, type EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { openCode, signInCodeMinutes, signInMailJob } from '#/slices/access/access.ts'
import { readPaymentSetupJob, readPaymentSetupNow } from '#/slices/billing/billing.ts'
import {
  actionRequiredMailJob,
  relistCalendarsJob,
  relistCalendarsNow,
  revokeGrantJob,
  revokeGrantNow,
  sendActionRequiredMailNow,
} from '#/slices/integrations/integrations.ts'
import {
  completeDeletion,
  completeDeletionJob,
  erasedTables,
  forgetStatisticsJob,
} from '#/slices/deletion-requests/deletion-requests.ts'
import { codeMessageJob, sendCode, type SignInLimits } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { replanAppointment, replanJob } from '#/slices/reminders/reminders.ts'
import {
  answerInboundSms,
  answerInboundSmsJob,
  tellStaffOfReply,
  tellStaffOfReplyJob,
} from '#/slices/replies/replies.ts'
import { suggestionApprovedJob, tellOfApproval } from '#/slices/suggestions/suggestions.ts'
import { keepRunning } from './job-runner.ts'
import { forgetInStatistics } from './refresh-statistics.ts'

export type JobOptions = {
  /** Of the owner of the tables, and the same of the recipients' sign-in. */
  readonly databaseUrl: string
  readonly loginDatabaseUrl: string
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
  readonly services: Services
  readonly sms: SmsProvider
  /** Number sign-in codes come from. */
  readonly smsSender: string
  readonly signIn: SignInLimits
  readonly email: EmailProvider
  /** Acts as tijdig_operator: erasing a person crosses every holder. */
  readonly operatorPool: pg.Pool
  readonly erasureJournal: string
  readonly log: Log
}

const SignInMail = strictObject({ codeId: Type.String() })
const CompleteDeletion = strictObject({ deletionRequestId: Type.String() })
const SuggestionApproved = strictObject({ suggestionId: Type.String(), platformHolderId: Type.String() })
const ReadPaymentSetup = strictObject({ platformHolderId: Type.String(), setupId: Type.String() })
const CodeMessage = strictObject({ challengeId: Type.String() })
const ActionRequiredMail = strictObject({ platformHolderId: Type.String(), integrationId: Type.String() })
const RelistCalendars = strictObject({ platformHolderId: Type.String(), integrationId: Type.String() })
const RevokeGrant = strictObject({ platformHolderId: Type.String(), revocationId: Type.String() })
const AnswerInboundSms = strictObject({ inboundId: Type.String(), platformHolderId: nullable(Type.String()) })
const TellStaffOfReply = strictObject({
  inboundId: Type.String(),
  platformHolderId: Type.String(),
  appointmentId: Type.String(),
  isAmbiguous: Type.Union([Type.Literal(0), Type.Literal(1)]),
})
const ReplanAppointment = strictObject({ platformHolderId: Type.String(), appointmentId: Type.String() })

export type Jobs = {
  /** Lets jobs in hand end, and resolves when no connection is left. */
  stop(): Promise<void>
}

/** Runs background work that is no reminder. Payloads are parsed like any other input. */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { pool, services, sms, email, log } = options
  const taskList: TaskList = {
    async [signInMailJob](payload) {
      const { codeId } = Value.Parse(SignInMail, payload)
      const opened = await inTransaction(pool, { holder: null }, (tx) => openCode(tx, services, codeId))
      if (!opened) return
      const originHost = new URL(services.baseUrl).host
      const mail = renderStaffSignInCode({
        localePreferences: [opened.locale],
        code: opened.code,
        validMinutes: signInCodeMinutes,
        originHost,
      })
      const outcome = await sendInTurn(email, serviceMail(toServiceReference(codeId), opened.email, mail))
      // A mail whose fate is unknown is not written again: the person asks for a new code, and two codes only confuse.
      if (mayTryAgain(outcome)) throw new Error('The sign-in mail could not be handed over yet')
    },
    async [codeMessageJob](payload) {
      const { login, smsSender: sender, signIn: limits } = options
      const { challengeId } = Value.Parse(CodeMessage, payload)
      await sendCode({ challengeId, pool, login, services, sms, sender, limits, log })
    },
    async [answerInboundSmsJob](payload) {
      await answerInboundSms({ pool, services, sms, ...Value.Parse(AnswerInboundSms, payload) })
    },
    async [tellStaffOfReplyJob](payload) {
      const { isAmbiguous, ...ids } = Value.Parse(TellStaffOfReply, payload)
      await tellStaffOfReply({ pool, services, email, log, ...ids, isAmbiguous: isAmbiguous === 1 })
    },
    async [replanJob](payload) {
      await replanAppointment(pool, Value.Parse(ReplanAppointment, payload))
    },
    async [actionRequiredMailJob](payload) {
      await sendActionRequiredMailNow({ pool, services, email, ...Value.Parse(ActionRequiredMail, payload) })
    },
    async [relistCalendarsJob](payload) {
      await relistCalendarsNow({ pool, services, ...Value.Parse(RelistCalendars, payload) })
    },
    async [revokeGrantJob](payload) {
      await revokeGrantNow({ pool, services, ...Value.Parse(RevokeGrant, payload) })
    },
    async [readPaymentSetupJob](payload) {
      await readPaymentSetupNow({ pool, payments: services.payments, log }, Value.Parse(ReadPaymentSetup, payload))
    },
    async [completeDeletionJob](payload) {
      const { login, operatorPool: operator, smsSender, erasureJournal: journalFile } = options
      const { deletionRequestId } = Value.Parse(CompleteDeletion, payload)
      await completeDeletion({ operator, login, services, sms, email, smsSender, journalFile, log }, deletionRequestId)
    },
    async [forgetStatisticsJob](payload) {
      Value.Parse(strictObject({}), payload)
      await forgetInStatistics(options.databaseUrl, erasedTables.main)
      await forgetInStatistics(options.loginDatabaseUrl, erasedTables.login)
    },
    async [suggestionApprovedJob](payload) {
      await tellOfApproval({ pool, services, email, ...Value.Parse(SuggestionApproved, payload) })
    },
  }
  const connections = openConnections(options)
  const runner = await keepRunning(
    { pgPool: connections, taskList: logFailures(taskList, log), concurrency: 5, pollInterval: 1_000 },
    log,
  )
  return {
    async stop() {
      await runner.stop()
      // It does not wait until the last ones are noted as done, for which the pool must be open: they would be done again.
      while (connections.waitingCount > 0) await sleep(10)
      await endPool(connections)
    },
  }
}

/**
 * The library's own pool would still be closing connections when its stop resolves, and an error that one of them then
 * meets would end the process.
 */
function openConnections({ databaseUrl, log }: JobOptions): pg.Pool {
  const connections = new Pool({
    connectionString: databaseUrl,
    max: 10,
    application_name: 'tijdig_jobs',
    // Without an answer from the database the end of the process would wait for one.
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

/** Our own log says why a job failed, by the rules of the log; the library then tries it again. */
function logFailures(tasks: TaskList, log: Log): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([task, perform]) => [
      task,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          await perform?.(payload as never, helpers)
        } catch (error) {
          log.warn({ err: error, task }, 'job failed')
          throw error
        }
      },
    ]),
  )
}
