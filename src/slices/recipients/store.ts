import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import type { StoredPreferences } from '#/slices/reminders/reminders.ts'

export type RecipientRow = RowOf<typeof recipientColumns> & {
  readonly preferences: StoredPreferences
}

const recipientColumns = columns(
  'recipient',
  'id, display_name, locale, timezone, phone_number_e164, email, linked_at, version, updated_at, preferences, preferences_version',
)

/** @throws AppError NOT_FOUND when the recipient is gone */
export async function getRecipient(tx: Tx, recipientId: string): Promise<RecipientRow> {
  return only(await tx.rows(selectRecipient, [recipientId]))
}

/** The same, locked until the transaction ends, so that only one of several changes from one version succeeds. */
export async function getRecipientForUpdate(tx: Tx, recipientId: string): Promise<RecipientRow> {
  return only(await tx.rows(lockRecipient, [recipientId]))
}

function only(rows: readonly RecipientRow[]): RecipientRow {
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export const selectRecipient = statement<RecipientRow>(
  'select_recipient',
  `select ${recipientColumns} from recipient where id = $1 and status = 'active'`,
)
// Not `for update`: new appointments may still refer to it.
const lockRecipient = statement<RecipientRow>(
  'lock_recipient',
  `select ${recipientColumns} from recipient where id = $1 and status = 'active' for no key update`,
)

/** Writes the profile under its next version. @param row locked, as it is to be */
export async function updateRecipient(
  tx: Tx,
  { id, displayName, locale, timezone }: RecipientRow,
): Promise<RecipientRow> {
  return only(await tx.rows(updateProfile, [id, displayName, locale, timezone]))
}

const updateProfile = statement<RecipientRow>(
  'update_recipient',
  `update recipient set display_name = $2, locale = $3, timezone = $4, version = version + 1, updated_at = tijdig_now()
   where id = $1 returning ${recipientColumns}`,
)

/** Writes preferences under their next version, of a row that is locked. */
export async function updatePreferences(
  tx: Tx,
  recipientId: string,
  preferences: StoredPreferences,
): Promise<RecipientRow> {
  return only(await tx.rows(updatePreferencesRow, [recipientId, JSON.stringify(preferences)]))
}

const updatePreferencesRow = statement<RecipientRow>(
  'update_recipient_preferences',
  `update recipient set preferences = $2::jsonb, preferences_version = preferences_version + 1
   where id = $1
   returning ${recipientColumns}`,
)

/** The holders a recipient is linked to, in order of id; at most 1,000. */
export async function listLinkedHolders(tx: Tx, recipientId: string): Promise<string[]> {
  return (await tx.rows(selectLinkedHolders, [recipientId])).map((row) => row.platformHolderId)
}

const selectLinkedHolders = statement<{ platformHolderId: string }>(
  'select_linked_holders',
  `select distinct platform_holder_id
   from recipient_link
   where recipient_id = $1
   order by platform_holder_id limit 1000`,
)
