import { job, JobId } from '#/kernel/job.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { strictObject } from '#/kernel/schema.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { replanTask } from '#/slices/reminders/opt-outs/opt-out-store.ts'
import { replanAppointments } from './replan-all.ts'

const Planned = strictObject({ platformHolderId: JobId, appointmentId: JobId })

/** Replans the unsent reminders of one appointment. Harmless to repeat. */
export const replanAppointment = job(replanTask, Planned).handle(async ({ pool }, planned) => {
  const { platformHolderId, appointmentId } = planned
  const { now } = await readClock(pool)
  await inTransaction(pool, { holder: platformHolderId }, (tx) =>
    replanAppointments(tx, { platformHolderId, now }, [appointmentId]),
  )
})
