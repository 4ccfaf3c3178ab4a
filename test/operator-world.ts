import { runOnce } from '#/kernel/postgres/db.ts'
import type pg from 'pg'
import type { TestHolder } from './harness.ts'

/** The operator's actions that left an audit row at this holder, in order; null for those at no holder. */
export async function operatorActions(pool: pg.Pool, platformHolderId: string | null): Promise<string[]> {
  const rows = await rowsOf<{ action: string }>(
    pool,
    `select action from audit_event where platform_holder_id = $1 and actor_kind = 'operator' order by at, id`,
    [platformHolderId ?? '00000000-0000-0000-0000-000000000000'],
  )
  return rows.map((row) => row.action)
}

export function rowsOf<Row>(pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return runOnce<Row>(pool, { name: '', text }, values)
}

let registered = 0

/** Registers an appointment of a new person with a mobile number through the intake. @returns its id */
export async function register(holder: TestHolder, startsAt: Temporal.Instant): Promise<string> {
  registered += 1
  // The twins go by the last digits of a number; those that end in 7 are ordinary.
  const phoneNumberE164 = `+316${12_340_007 + registered * 10}`
  const { status, body } = await holder.call('POST', '/appointments/intake', {
    sourceSystem: 'test',
    externalAppointmentId: `appointment-${registered}`,
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 20 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: `Persoon ${registered}`, phoneNumberE164 },
  })
  if (status !== 201) throw new Error(`The intake answered ${status}: ${JSON.stringify(body)}`)
  return body.data.appointmentId
}

export type RowState = { readonly offsetKey: string; readonly state: string; readonly reasonCode: string | null }

/** The states of an appointment's reminders, in order of due time. */
export function reminderStates(pool: pg.Pool, appointmentId: string): Promise<RowState[]> {
  return rowsOf<RowState>(
    pool,
    'select offset_key, state, reason_code from reminder where appointment_id = $1 order by due_at, id',
    [appointmentId],
  )
}
