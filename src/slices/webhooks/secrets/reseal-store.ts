import { statement } from '#/kernel/postgres/db.ts'
import type { StoredSecret } from './secrets.ts'

export type Sealed = {
  readonly platformHolderId: string
  readonly id: string
  readonly secrets: readonly StoredSecret[]
}

/** Endpoints, after one ($2, $3), with a secret that is not under the key whose id $1 is; at most $4. Operator work. */
export const selectUnderOldKeys = statement<Sealed>(
  'list_webhook_secrets_under_old_keys',
  `select e.platform_holder_id, e.id, e.secrets
   from webhook_endpoint e
   where e.deleted_at is null
     and (e.platform_holder_id, e.id) > ($2::uuid, $3::uuid)
     and exists (select 1 from jsonb_array_elements(e.secrets) s where not starts_with(s ->> 'sealed', $1 || '.'))
   order by e.platform_holder_id, e.id limit $4`,
)

/** Secrets under the first key ($4), if they are still those ($3) that were read. */
export const updateSealed = statement<{ id: string }>(
  'reseal_idle_webhook_secrets',
  `update webhook_endpoint set secrets = $4::jsonb
   where platform_holder_id = $1 and id = $2 and secrets = $3::jsonb
   returning id`,
)
