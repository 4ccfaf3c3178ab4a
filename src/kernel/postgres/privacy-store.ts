import { statement } from './db.ts'

/** A statement that forgets stored answers `c`; `withRows` is what may stand before it. */
export const eraseAnswers = (name: string, where: string, withRows = '') =>
  statement(name, `${withRows}delete from client_request c where ${where}`)

export type CopiedAction = { readonly at: Temporal.Instant; readonly action: string }

/** Newest first. */
export const selectOwnActions = statement<CopiedAction>('export_actions', 'select at, action from list_own_actions()')

/** Jobs that failed for good; finished ones leave the queue by themselves. */
export const forgetFailedJobs = statement(
  'forget_failed_jobs',
  `select forget_failed_jobs(tijdig_now() - interval '30 days')`,
)

/** Creates the trail's tables of the coming months, and drops those whose five years are over. */
export const keepAuditMonths = statement('keep_audit_months', 'select keep_audit_months()')
