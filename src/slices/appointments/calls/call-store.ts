import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Appointment } from '#/slices/appointments/appointment.ts'
import type { CallResult, CallRow } from './call-view.ts'

/** Most calls recorded with one appointment. */
export const callsMax = 20

type NewCall = {
  readonly id: string
  readonly appointmentId: string
  readonly scheduleRevision: number
  readonly result: CallResult
  readonly by: string
  /** When it was recorded: the instant of the confirmation that came of it. */
  readonly at: Temporal.Instant
  /** The number that text messages no longer go to because of it; null for none. */
  readonly numberKey: Buffer | null
}

/** Records a call with the commit. */
export function insertCall(tx: HolderTx, call: NewCall): void {
  const { id, appointmentId, scheduleRevision, result, by, at, numberKey } = call
  tx.send(insert, [tx.platformHolderId, id, appointmentId, scheduleRevision, result, by, at, numberKey])
}

const insert = statement(
  'insert_appointment_call',
  `insert into appointment_call (platform_holder_id, id, appointment_id, schedule_revision, outcome, called_by, called_at, number_key)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

/** The calls about these appointments, oldest first; not those that were taken back. */
export function listCalls(tx: HolderTx, appointmentIds: readonly string[]): Promise<CallRow[]> {
  return tx.rows(selectCalls, [tx.platformHolderId, appointmentIds])
}

const selectCalls = statement<CallRow>(
  'list_appointment_calls',
  `select c.id, c.appointment_id, c.outcome, c.called_at, coalesce(s.email, s.name) as called_by
   from appointment_call c
   left join staff_member s on s.platform_holder_id = c.platform_holder_id and s.id = c.called_by
   where c.platform_holder_id = $1 and c.appointment_id = any($2::uuid[]) and c.withdrawn_at is null
   order by c.called_at, c.id`,
)

/**
 * Takes a call back with the commit, of an appointment that is locked.
 *
 * @returns what was recorded of it
 * @throws AppError NOT_FOUND also for one that was taken back before
 */
export async function withdrawCall(tx: HolderTx, appointmentId: string, callId: string): Promise<WithdrawnCall> {
  const [row] = await tx.rows(withdraw, [tx.platformHolderId, appointmentId, callId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export type WithdrawnCall = RowOf<typeof withdrawnColumns>

const withdrawnColumns = columns('appointment_call', 'outcome, schedule_revision, number_key')

const withdraw = statement<WithdrawnCall>(
  'withdraw_appointment_call',
  `update appointment_call set withdrawn_at = tijdig_now()
   where platform_holder_id = $1 and appointment_id = $2 and id = $3 and withdrawn_at is null
   returning ${withdrawnColumns}`,
)

/**
 * Whether the confirmation of an appointment came of a call, and no call that stands says the same of its schedule. One that
 * staff gave otherwise is not of a call.
 */
export async function isOfNoStandingCall(
  tx: HolderTx,
  { id, confirmedRevision, confirmedAt }: Pick<Appointment, 'id' | 'confirmedRevision' | 'confirmedAt'>,
): Promise<boolean> {
  const [row] = await tx.rows(selectConfirmingCalls, [tx.platformHolderId, id, confirmedRevision, confirmedAt])
  return row !== undefined && row.isOfCall && !row.stands
}

const selectConfirmingCalls = statement<{ readonly isOfCall: boolean; readonly stands: boolean }>(
  'find_confirming_calls',
  `select coalesce(bool_or(called_at = $4), false) as is_of_call, coalesce(bool_or(withdrawn_at is null), false) as stands
   from appointment_call
   where platform_holder_id = $1 and appointment_id = $2 and schedule_revision = $3 and outcome = 'confirmed'`,
)

/** The number of an appointment as opt-outs know it; null where there is none. */
export async function findNumberKey(tx: HolderTx, appointmentId: string): Promise<Buffer | null> {
  const [row] = await tx.rows(selectNumberKey, [tx.platformHolderId, appointmentId])
  return row?.recipientPhoneKey ?? null
}

const selectNumberKey = statement<{ readonly recipientPhoneKey: Buffer | null }>(
  'select_number_key_of_called',
  'select recipient_phone_key from appointment where platform_holder_id = $1 and id = $2',
)
