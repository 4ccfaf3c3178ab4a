import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { lastOptWordSql } from '#/slices/replies/sql.ts'
import type { CallResult, CallRow } from './call-view.ts'

/** Most calls recorded with one appointment. */
export const callsMax = 20

type NewCall = {
  readonly id: string
  readonly appointmentId: string
  readonly scheduleRevision: number
  readonly result: CallResult
  readonly by: string
}

/** Records a call with the commit. */
export function insertCall(tx: HolderTx, { id, appointmentId, scheduleRevision, result, by }: NewCall): void {
  tx.send(insert, [tx.platformHolderId, id, appointmentId, scheduleRevision, result, by])
}

const insert = statement(
  'insert_appointment_call',
  `insert into appointment_call (platform_holder_id, id, appointment_id, schedule_revision, outcome, called_by)
   values ($1, $2, $3, $4, $5, $6)`,
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
 * @returns its result
 * @throws AppError NOT_FOUND also for one that was taken back before
 */
export async function withdrawCall(tx: HolderTx, appointmentId: string, callId: string): Promise<CallRow['outcome']> {
  const [row] = await tx.rows(withdraw, [tx.platformHolderId, appointmentId, callId])
  if (!row) throw new AppError('NOT_FOUND')
  return row.outcome
}

const withdraw = statement<Pick<CallRow, 'outcome'>>(
  'withdraw_appointment_call',
  `update appointment_call set withdrawn_at = tijdig_now()
   where platform_holder_id = $1 and appointment_id = $2 and id = $3 and withdrawn_at is null
   returning outcome`,
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

/** Whether the last word of a number on text messages was to stop them. */
export async function hasSaidStop(tx: HolderTx, numberKey: Buffer): Promise<boolean> {
  const [row] = await tx.rows(selectLastWord, [tx.platformHolderId, numberKey])
  return row !== undefined && row.meaning !== 'start'
}

const selectLastWord = statement<{ readonly meaning: string }>('select_last_word_of_called', lastOptWordSql)
