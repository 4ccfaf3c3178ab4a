import { isDeepStrictEqual } from 'node:util'
import { statement, violatedConstraint, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { isId, newId, platformId } from '#/kernel/ids.ts'
import type { Position } from '#/kernel/page.ts'
import type { StoredType, WritableType } from './appointment-type.ts'
import type { RecipientRules } from './recipient-rules.ts'

const typeColumns = `platform_holder_id, id, version, status, name, sms_safe,
  duration_minutes, location_ids, reminder_plan,
  skip_if_confirmed, recipient_actions, instructions, layout_id, color,
  created_at, updated_at, archived_at`
const own = 'platform_holder_id = $1'
const readable = `platform_holder_id in ($1, '${platformId}')`

/** A type of the holder or a global one. @throws AppError NOT_FOUND */
export async function getType(tx: HolderTx, id: string): Promise<StoredType> {
  const [row] = await tx.rows(selectType, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectType = statement<StoredType>(
  'select_appointment_type',
  `select ${typeColumns} from appointment_type where ${readable} and id = $2`,
)

/**
 * The same, with a type of the holder locked until the transaction ends. Another edit may hold it for long; whoever
 * gives it to an appointment waits only for an archival.
 *
 * @throws AppError NOT_FOUND
 */
export async function getTypeForUpdate(
  tx: HolderTx,
  id: string,
  purpose: keyof typeof selectTypeFor,
): Promise<StoredType> {
  const [row] = await tx.rows(selectTypeFor[purpose], [tx.platformHolderId, id])
  return row ?? getType(tx, id)
}

const lockTypeText = (lock: string) => `select ${typeColumns} from appointment_type where ${own} and id = $2 ${lock}`
const selectTypeFor = {
  edit: {
    ...statement<StoredType>('select_appointment_type_for_edit', lockTypeText('for no key update')),
    lockTimeoutMs: 100,
  },
  archival: {
    ...statement<StoredType>('select_appointment_type_for_archival', lockTypeText('for update')),
    lockTimeoutMs: 100,
  },
}

/** In order of id, global ones first, one row more than the page. */
export function listTypes(
  tx: HolderTx,
  status: StoredType['status'] | null,
  after: Position | null,
  size: number,
): Promise<StoredType[]> {
  return tx.rows(selectTypes, [tx.platformHolderId, status, after?.[0] ?? null, size + 1])
}

const selectTypes = statement<StoredType>(
  'list_appointment_types',
  `select ${typeColumns} from appointment_type
   where ${readable} and ($2::text is null or status = $2) and ($3::uuid is null or id > $3) order by id limit $4`,
)

/** Adds a type of the holder. @throws AppError NAME_TAKEN */
export async function insertType(tx: HolderTx, type: WritableType): Promise<StoredType> {
  const [row] = await tx.rows(insertTypeRow, [tx.platformHolderId, newId(), ...writableValues(type)])
  if (!row) throw new Error('The type was not added')
  await takeNames(tx, row)
  return row
}

const insertTypeRow = statement<StoredType>(
  'insert_appointment_type',
  `insert into appointment_type (platform_holder_id, id, name, sms_safe, duration_minutes, location_ids, reminder_plan, skip_if_confirmed,
     recipient_actions, instructions, layout_id, color)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${typeColumns}`,
)

/**
 * Writes every field of an active type.
 *
 * @param isReplanned whether reminders must be replanned by it
 * @throws AppError NAME_TAKEN
 */
export async function updateType(
  tx: Tx,
  before: StoredType,
  type: WritableType,
  isReplanned: boolean,
): Promise<StoredType> {
  const { platformHolderId, id } = before
  const [row] = await tx.rows(updateTypeRow, [platformHolderId, id, ...writableValues(type), isReplanned])
  if (!row) throw new AppError('NOT_FOUND')
  // Names that stay are not touched, so that whoever wants one of them need not wait for the end of a long edit.
  if (isDeepStrictEqual(type.name, before.name)) return row
  tx.send(freeNames, [platformHolderId, id])
  await takeNames(tx, row)
  return row
}

const updateTypeRow = statement<StoredType>(
  'update_appointment_type',
  `update appointment_type set name = $3, sms_safe = $4, duration_minutes = $5, location_ids = $6, reminder_plan = $7,
     skip_if_confirmed = $8,
     recipient_actions = $9, instructions = $10, layout_id = $11, color = $12, version = version + 1,
     plan_version = plan_version + case when $13 then 1 else 0 end, updated_at = tijdig_now()
   where ${own} and id = $2 and status = 'active' returning ${typeColumns}`,
)

function writableValues(type: WritableType): unknown[] {
  return [
    JSON.stringify(type.name),
    type.smsSafe,
    type.durationMinutes,
    JSON.stringify(type.locationIds),
    type.reminderPlan && JSON.stringify(type.reminderPlan),
    type.skipIfConfirmed,
    JSON.stringify(type.recipientActions),
    JSON.stringify(type.instructions),
    type.layoutId,
    type.color,
  ]
}

/** Names are taken in the database, so that of two at once one is refused. */
async function takeNames(tx: Tx, { platformHolderId, id, name }: StoredType): Promise<void> {
  const names = Object.entries(name).sort()
  const locales = names.map(([locale]) => locale)
  const folded = names.map(([, text]) => foldTypeName(text))
  try {
    await tx.rows(insertNames, [platformHolderId, id, locales, folded])
  } catch (error) {
    if (violatedConstraint(error) === 'appointment_type_name_taken') throw new AppError('NAME_TAKEN', { cause: error })
    throw error
  }
}

/** Case and spacing do not make another name. */
function foldTypeName(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

const insertNames = statement(
  'insert_appointment_type_names',
  `insert into appointment_type_name (platform_holder_id, appointment_type_id, locale, folded_name, is_active)
   select $1, $2, n.locale, n.folded, true from unnest($3::text[], $4::text[]) n(locale, folded)
   on conflict (platform_holder_id, appointment_type_id, locale) do update set folded_name = excluded.folded_name,
     is_active = true`,
)
const freeNames = statement(
  'free_appointment_type_names',
  `update appointment_type_name set is_active = false where ${own} and appointment_type_id = $2 and is_active`,
)

/** Archives an active type and frees its names. @throws AppError NOT_FOUND */
export async function archiveType(tx: Tx, { platformHolderId, id }: StoredType): Promise<StoredType> {
  const [row] = await tx.rows(archiveRow, [platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  tx.send(freeNames, [platformHolderId, id])
  return row
}

const archiveRow = statement<StoredType>(
  'archive_appointment_type',
  `update appointment_type set status = 'archived', archived_at = tijdig_now(), version = version + 1,
     updated_at = tijdig_now()
   where ${own} and id = $2 and status = 'active' returning ${typeColumns}`,
)

/** Whether appointments from source systems get this type. */
export async function isIntakeDefault(tx: HolderTx, id: string): Promise<boolean> {
  return (await tx.rows(selectIntakeDefault, [tx.platformHolderId, id])).length > 0
}

const selectIntakeDefault = statement(
  'select_intake_default',
  `select 1 as found from reminder_policy where ${own} and intake_default_type_id = $2`,
)

/** The active type of an id, which then cannot be archived before the transaction ends; null when there is none. */
export async function findActiveType(
  tx: HolderTx,
  id: string,
): Promise<{ readonly locationIds: readonly string[] } | null> {
  if (!isId(id)) return null
  const [row] = await tx.rows(selectActiveType, [tx.platformHolderId, id])
  return row ?? null
}

// Nobody can archive a global type, so it needs no lock.
const selectActiveType = statement<{ locationIds: readonly string[] }>(
  'select_active_type',
  `with held as materialized (
     select location_ids from appointment_type where ${own} and id = $2 and status = 'active' for key share)
   select location_ids from held
   union all
   select location_ids
   from appointment_type
   where platform_holder_id = '${platformId}' and id = $2 and status = 'active'`,
)

/**
 * The rules of an appointment's type for its recipient, even when it was archived since. The transaction is bound to
 * the holder.
 */
export async function findRecipientRules(
  tx: HolderTx,
  appointmentTypeId: string | null,
): Promise<RecipientRules | null> {
  if (appointmentTypeId === null) return null
  const [row] = await tx.rows(selectRules, [tx.platformHolderId, appointmentTypeId])
  return row ?? null
}

const selectRules = statement<RecipientRules>(
  'select_recipient_rules',
  `select id as appointment_type_id, name, instructions, recipient_actions as actions, layout_id
   from appointment_type where ${readable} and id = $2`,
)
