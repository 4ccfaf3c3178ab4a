import type pg from 'pg'
import { inTransaction, runOnce, statement } from '#/kernel/postgres/db.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { scopesOf } from '#/surfaces/scopes.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { operations } from '#/app/operations.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { sandboxUrls } from '#/app/wiring.ts'

/** The action of the audit row by which a demo holder is known, whatever it was renamed to. */
export const demoCreated = 'demoCreated'

export type DemoHolderRow = {
  readonly id: string
  readonly displayName: string
  readonly actorId: string
  readonly clock: Temporal.Instant
}

/** The demo holders with somebody who works there, in the order they were made. @param pool acts as tijdig_operator */
export function listDemoHolders(pool: pg.Pool): Promise<DemoHolderRow[]> {
  return runOnce(pool, selectDemoHolders)
}

/** What a newcomer needs to sign in and look around. */
export async function describeDemo(pool: pg.Pool, settings: Settings) {
  const holders = await runOnce(pool, selectDemo)
  return {
    baseUrl: settings.baseUrl,
    loginUrl: settings.loginUrl,
    sandboxUrl: sandboxUrls(settings).url,
    holders: holders.map((holder) => ({
      id: holder.id,
      displayName: holder.displayName,
      staff: holder.staff.map((email) => ({ email })),
      recipients: holder.recipients.map((recipient) => ({
        id: recipient.id,
        displayName: recipient.name,
        phoneNumberE164: recipient.phone,
        linked: recipient.recipientId !== null,
        recipientId: recipient.recipientId,
      })),
    })),
  }
}

/**
 * A fresh API key of a demo holder's first member of staff, for trying the API and the import.
 *
 * @param pool acts as tijdig_operator
 * @param platformHolderId null: the first demo holder
 * @throws OperatorError when it is no demo holder, or nobody works there any more
 */
export async function createDemoKey(
  pool: pg.Pool,
  platformHolderId: string | null,
): Promise<{ apiKey: string; platformHolderId: string }> {
  const holders = await listDemoHolders(pool)
  const holder = platformHolderId === null ? holders[0] : holders.find((candidate) => candidate.id === platformHolderId)
  if (!holder)
    throw new OperatorError(
      'There is no such demo organization with active staff: `tijdig demo show` shows those there are.',
    )
  return inTransaction(pool, { holder: null }, async (tx) => {
    const apiKey = await createApiKeyRow(tx, {
      platformHolderId: holder.id,
      actorId: holder.actorId,
      name: 'Demo key',
      scopes: scopesOf(operations, 'platform_holder_user'),
      days: 365,
    })
    auditOperator(tx, { platformHolderId: holder.id, action: 'demoKeyCreated' })
    return { apiKey, platformHolderId: holder.id }
  })
}

const selectDemoHolders = statement<DemoHolderRow>(
  'select_demo_holders',
  `select h.platform_holder_id as id, h.display_name, tijdig_now() as clock, s.id as actor_id
   from platform_holder h
   cross join lateral (select id from staff_member where platform_holder_id = h.platform_holder_id and status = 'active' order by created_at, id limit 1) s
   where h.status <> 'deleted'
     and exists (select 1 from audit_event e where e.platform_holder_id = h.platform_holder_id and e.action = '${demoCreated}')
   order by h.created_at, h.platform_holder_id limit 20`,
)
const selectDemo = statement<{
  id: string
  displayName: string
  staff: readonly string[]
  recipients: readonly { id: string; name: string; phone: string | null; recipientId: string | null }[]
}>(
  'select_demo',
  `select h.platform_holder_id as id, h.display_name,
     coalesce((select json_agg(s.email order by s.created_at, s.id) from staff_member s where s.platform_holder_id = h.platform_holder_id and s.status = 'active'), '[]'::json) as staff,
     coalesce((select json_agg(json_build_object('id', x.id, 'name', x.recipient_name, 'phone', x.recipient_phone, 'recipientId', x.recipient_id) order by x.recipient_name)
       from (select distinct on (a.holder_recipient_id) a.holder_recipient_id as id, a.recipient_name, a.recipient_phone, l.recipient_id
             from appointment a left join recipient_link l using (platform_holder_id, holder_recipient_id) where a.platform_holder_id = h.platform_holder_id and a.source_system = 'demo'
             order by a.holder_recipient_id, a.updated_at desc limit 20) x), '[]'::json) as recipients
   from platform_holder h where h.status <> 'deleted' order by h.created_at, h.platform_holder_id limit 20`,
)
