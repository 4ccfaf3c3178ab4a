import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'

export const insertChallenge = statement(
  'insert_passkey_challenge',
  `insert into staff_passkey_challenge (challenge_sha256, staff_session_id, expires_at)
   values ($1, $2, tijdig_now() + interval '5 minutes')`,
)

/** A valid challenge of a session or, without one, of a sign-in. Locked: of two answers at once the second finds it used. */
export const lockChallenge = statement<{ now: Temporal.Instant }>(
  'lock_passkey_challenge',
  `select tijdig_now() as now from staff_passkey_challenge
   where challenge_sha256 = $1 and staff_session_id is not distinct from $2 and expires_at > tijdig_now() for update`,
)

export const endChallenge = statement(
  'end_passkey_challenge',
  'delete from staff_passkey_challenge where challenge_sha256 = $1',
)

export type PasskeyRow = RowOf<typeof passkeyColumns>

const passkeyColumns = columns('staff_passkey', 'id, email, credential_id, public_key, sign_count')

export const lockPasskey = statement<PasskeyRow>(
  'lock_passkey',
  `select ${passkeyColumns} from staff_passkey where credential_id = $1 for update`,
)

export const usePasskey = statement(
  'use_passkey',
  'update staff_passkey set sign_count = $2, last_used_at = $3 where id = $1',
)

/** No row when anybody has registered the credential already. */
export const insertPasskey = statement<{ id: string }>(
  'insert_passkey',
  `insert into staff_passkey (id, email, credential_id, public_key, sign_count, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
)

export type ListedPasskey = RowOf<typeof listedPasskeyColumns>

const listedPasskeyColumns = columns('staff_passkey', 'p.id, p.credential_id, p.name, p.created_at, p.last_used_at')

/** The passkeys of the person behind an assignment. */
export const selectOwnPasskeys = statement<ListedPasskey>(
  'select_own_passkeys',
  `select ${listedPasskeyColumns}
   from staff_member s join staff_passkey p on p.email = s.email
   where s.platform_holder_id = $1 and s.id = $2 order by p.created_at, p.id limit 100`,
)

export const deleteOwnPasskey = statement<{ id: string }>(
  'delete_own_passkey',
  `delete from staff_passkey p using staff_member s
   where s.platform_holder_id = $1 and s.id = $2 and p.email = s.email and p.id = $3 returning p.id`,
)

/** Those of an address that no longer works for anybody, of whom one organization alone knows nothing. */
export const endPasskeysOfFormer = statement<{ id: string }>(
  'end_passkeys_of_former',
  `delete from staff_passkey p where p.email = $1
     and not exists (select 1 from find_staff_by_email($1) s where s.status = 'active') returning p.id`,
)
