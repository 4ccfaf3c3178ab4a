import { statement } from '#/kernel/postgres/db.ts'
import { restlessSql } from '#/app/clock/test-clock-store.ts'
import { isToFollowUp } from '#/slices/reminders/rows/row-store.ts'

/** The action of the audit row by which a demo holder is known, whatever it was renamed to. */
export const demoCreated = 'demoCreated'

export type DemoHolderRow = {
  readonly id: string
  readonly displayName: string
  readonly actorId: string
}

export const selectDemoHolders = statement<DemoHolderRow>(
  'select_demo_holders',
  `select h.platform_holder_id as id, h.display_name, s.id as actor_id
   from platform_holder h
   cross join lateral (
     select id
     from staff_member
     where platform_holder_id = h.platform_holder_id and kind = 'person' and status = 'active'
     order by created_at, id limit 1) s
   where h.status <> 'deleted'
     and exists (
       select 1
       from audit_event e
       where e.platform_holder_id = h.platform_holder_id and e.action = '${demoCreated}')
   order by h.created_at, h.platform_holder_id limit 20`,
)

export const selectDemo = statement<{
  id: string
  displayName: string
  staff: readonly string[]
  recipients: readonly { id: string; name: string; phone: string | null; recipientId: string | null }[]
}>(
  'select_demo',
  `select h.platform_holder_id as id, h.display_name,
     coalesce((
         select json_agg(s.email order by s.created_at, s.id)
         from staff_member s
         where s.platform_holder_id = h.platform_holder_id and s.kind = 'person' and s.status = 'active'), '[]'::json) as staff,
     coalesce((select json_agg(json_build_object('id', x.id, 'name', x.recipient_name, 'phone', x.recipient_phone, 'recipientId', x.recipient_id) order by x.recipient_name)
       from (select distinct on (a.holder_recipient_id) a.holder_recipient_id as id, a.recipient_name, a.recipient_phone, l.recipient_id
             from appointment a
             left join recipient_link l using (platform_holder_id, holder_recipient_id)
             where a.platform_holder_id = h.platform_holder_id and a.source_system = 'demo'
             order by a.holder_recipient_id, a.updated_at desc limit 20) x), '[]'::json) as recipients
   from platform_holder h where h.status <> 'deleted' order by h.created_at, h.platform_holder_id limit 20`,
)

/** Held by its connection until that ends. */
export const lockDemo = `select pg_advisory_lock(hashtextextended('demo', 0))`

/**
 * As when the clock is advanced, but the receipts of text messages have come too: those that come after the next move
 * would say a later hour. Without an API nobody receives them, so none is waited for longer than ten seconds.
 */
export const selectUnreported = statement<{ isRestless: boolean }>(
  'select_unreported',
  `select ${restlessSql} or exists (
     select 1 from reminder
     where ${isToFollowUp} and state = 'sent' and channel = 'sms' and handed_over_at > tijdig_now() - interval '10 seconds') as is_restless`,
)

/** The name of the lease of whoever makes the demo data. */
export const demoLease = 'demo'

export const selectDemoLease = statement<{ isUnfinished: boolean }>(
  'select_demo_lease',
  `select exists (select 1 from lease where name = '${demoLease}') as is_unfinished`,
)

export const countHolders = statement<{ count: number }>(
  'count_holders',
  'select count(*) as count from platform_holder',
)

export const completeDemoHolder = statement(
  'complete_demo_holder',
  `update platform_holder set status = 'active', active_from = tijdig_now(), branch = $2, scheduling_setup = $3,
     whatsapp_number = $4
   where platform_holder_id = $1`,
)

export const setDemoQuietHours = statement(
  'set_demo_quiet_hours',
  `update reminder_policy set quiet_hours = nullif($2::jsonb, 'null') where platform_holder_id = $1`,
)

export const setDemoNotices = statement(
  'set_demo_notices',
  'update reminder_policy set send_registration_notice = $2 where platform_holder_id = $1',
)

export const selectDemoEntries = statement<{ platformHolderId: string; holderRecipientId: string }>(
  'select_demo_entries',
  `select distinct platform_holder_id, holder_recipient_id from appointment
   where recipient_phone = $1 order by platform_holder_id, holder_recipient_id limit 20`,
)

export const actAsOwner = statement('act_as_owner', 'set local role none')

export const actAsOperator = statement('act_as_operator', 'set local role tijdig_operator')

export const addGlobalTypes = statement('add_global_types', 'select add_global_appointment_types()')

export const resetClock = statement('reset_clock', 'update test_clock set offset_ms = 0')

// The job queue's list of tasks stays, because running processes remember its ids; so do the workers' heartbeats.
export const emptyTables = statement(
  'empty_tables',
  `do $$
   begin
     execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ' order by schemaname, tablename) from pg_tables
       where (schemaname = 'public' and tablename not in ('schema_migration', 'installation', 'test_clock', 'worker_heartbeat'))
          or (schemaname = 'graphile_worker' and tablename in ('_private_jobs', '_private_job_queues')));
   end
   $$`,
)
