import { statement, type Tx } from '#/kernel/postgres/db.ts'

/** A piece of background work. Payloads hold ids only: never contact data, codes or texts. */
export type Job = {
  readonly task: string
  readonly payload: Readonly<Record<string, string | number | null>>
  /** Jobs with the same key replace each other while they wait. */
  readonly key?: string
  /** Real time, not the test clock. */
  readonly runAt?: Temporal.Instant
}

/** Adds a job with the commit of the transaction, so that it exists exactly when the change does. */
export function enqueueJob(tx: Tx, job: Job): void {
  tx.atCommit(insertJob, [job.task, JSON.stringify(job.payload), job.key ?? null, job.runAt ?? null])
}

const insertJob = statement('enqueue_job', 'select enqueue_job($1, $2, $3, $4)')
