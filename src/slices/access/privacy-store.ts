import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { mostCopied } from '#/kernel/privacy.ts'

export const eraseKeys = statement(
  'erase_keys_of_recipient',
  `update api_key set revoked_at = coalesce(revoked_at, tijdig_now()), name = '–'
   where platform_holder_id is null and actor_id = $1`,
)

export type CopiedKey = RowOf<typeof copiedKeyColumns>

const copiedKeyColumns = columns('api_key', 'id, name, kind, prefix, scopes, created_at, expires_at, revoked_at')

export const selectCopiedKeys = statement<CopiedKey>(
  'export_keys',
  `select ${copiedKeyColumns}
   from api_key where platform_holder_id is null and actor_id = $1 order by created_at desc, id limit ${mostCopied}`,
)
