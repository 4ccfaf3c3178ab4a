import { Client } from '#/kernel/postgres/db.ts'
import { tzdbVersion } from '#/slices/reminders/reminders.ts'

export type HistorySeed = {
  /** The holders; the appointments go to each in turn. */
  readonly holderIds: readonly string[]
  readonly count: number
}

/** Days before today over which the appointments of a history are spread. */
const historyDays = 730

/** Appointments per statement. */
const chunk = 200_000

/**
 * Adds appointments of the last two years with their history: a mail that was sent, a text message that was delivered,
 * its receipt, a call, the audit trail and the counted report days; every second was replied to, and was part of a batch.
 * Contacts and texts older than 30 days are erased. All of it is made by the server, with ids in order of time like those
 * of the product.
 */
export async function seedHistory(databaseUrl: string, { holderIds, count }: HistorySeed): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC -c synchronous_commit=off' })
  await client.connect()
  const until = Temporal.Now.instant().subtract({ hours: 1 }).round('second').toString()
  try {
    await client.query(batches, [holderIds])
    for (let first = 1; first <= count; first += chunk)
      for (const text of statements)
        await client.query(text, [holderIds, first, Math.min(first + chunk - 1, count), count, until])
    await client.query(countedDays)
    await client.query(countedCells)
    await client.query(progress)
  } finally {
    await client.end()
  }
}

/** SQL of an id made at an instant. */
const idAt = (at: string, what: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || overlay(substr(md5('${what} ' || n), 1, 19) placing '8' from 4 for 1))::uuid`

// $1 the holders, $2 and $3 the first and last appointment of this statement, $4 the number of all, $5 the last start.
const visits = `(
  select n, holder, starts_at, created_at, starts_at - interval '7 days' as mailed_at, starts_at - interval '1 day' as texted_at,
    sha256(('phone ' || n % 400000)::bytea) as phone_key, sha256(('email ' || n % 400000)::bytea) as email_key,
    ${idAt('created_at', 'visit')} as id, ${idAt('created_at', 'mail')} as mail_id, ${idAt('created_at', 'text')} as text_id,
    ${idAt(`starts_at - interval '7 days'`, 'mailed')} as mail_reference, ${idAt(`starts_at - interval '1 day'`, 'texted')} as text_reference
  from (
    select n, ($1::uuid[])[1 + n % cardinality($1::uuid[])] as holder, s.starts_at, s.starts_at - interval '20 days' as created_at
    from generate_series($2::bigint, $3::bigint) n,
      lateral (select $5::timestamptz - interval '${historyDays} days' * (1 - n / $4::float8) as starts_at) s) made) v`

const reminders = (kind: 'mail' | 'text', columns: string) => `
  insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel, due_at, latest_at, state, attempts, channel_tries,
    claim_no, locale, handed_over_at, told_starts_at, tzdb_version, created_at, updated_at)
  select holder, ${kind}_id, id, 1, ${columns}, starts_at - interval '30 minutes', ${kind === 'mail' ? `'sent'` : `'delivered'`}, 1, 1, 1, 'nl', ${kind}ed_at, starts_at,
    '${tzdbVersion}', created_at, ${kind}ed_at
  from ${visits}`

const attempts = (kind: 'mail' | 'text') => {
  const recent = (text: string) => `case when ${kind}ed_at > now() - interval '30 days' then ${text} end`
  const [channel, state, key, to] =
    kind === 'mail'
      ? ['email', 'sent', 'email_key', `'r@example.com'`]
      : ['sms', 'delivered', 'phone_key', `'+31612345678'`]
  return `
    insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, provider_message_id, destination,
      destination_key, sender, body, handed_over_at, updated_at)
    select holder, ${kind}_id, 1, ${kind}_reference, '${channel}', '${state}', 'null', md5('m' || n), ${recent(to)}, ${key}, '+3197010250000',
      ${recent(`repeat('Herinnering aan uw afspraak. ', 5)`)}, ${kind}ed_at, ${kind}ed_at
    from ${visits}`
}

const statements = [
  `insert into holder_recipient (platform_holder_id, id, contact_key, folded_name, created_at)
   select holder, id, phone_key, 'recipient ' || n, created_at from ${visits}`,
  `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, external_appointment_id, location_id, status, starts_at, ends_at,
     timezone, recipient_name, recipient_email, recipient_phone, recipient_email_key, recipient_phone_key, plan_stamp, created_at, updated_at)
   select holder, id, id, 'intake', 'history', n::text, 'main', 'completed', starts_at, starts_at + interval '20 minutes', 'Europe/Amsterdam',
     'Recipient ' || n, 'r' || n || '@example.com', '+31612345678', email_key, phone_key, '1 ${tzdbVersion}', created_at, starts_at
   from ${visits}`,
  reminders('mail', `'reminder', 'P7D', 'email', mailed_at`),
  reminders('text', `'confirm_prompt', 'P1D', 'sms', texted_at`),
  attempts('mail'),
  attempts('text'),
  `insert into delivery_receipt (id, provider, message_reference, provider_message_id, state, platform_holder_id, received_at, applied_at)
   select ${idAt('texted_at', 'receipt')}, 'null', text_reference, md5('m' || n), 'delivered', holder, texted_at + interval '3 seconds', texted_at + interval '3 seconds'
   from ${visits}`,
  `insert into appointment_call (platform_holder_id, id, appointment_id, outcome, called_by, called_at, schedule_revision)
   select holder, ${idAt('texted_at', 'call')}, id, 'message_left', holder, texted_at, 1 from ${visits}`,
  `insert into reply (platform_holder_id, id, inbound_id, appointment_id, sender_key, received_at, reason, state)
   select holder, ${idAt('texted_at', 'reply')}, ${idAt('texted_at', 'inbound')}, id, phone_key, texted_at, 'not_understood', 'handled'
   from ${visits} where n % 2 = 0`,
  `insert into reply_answer (platform_holder_id, id, reply_id, appointment_id, template, answered_by, answered_at)
   select holder, ${idAt('texted_at', 'answer')}, ${idAt('texted_at', 'reply')}, id, 'call_us', holder, texted_at
   from ${visits} where n % 2 = 0`,
  `insert into batch_item (platform_holder_id, batch_id, appointment_id, appointment_version, starts_at, state, is_source_managed)
   select holder, holder, id, 1, starts_at, 'applied', true from ${visits} where n % 2 = 0`,
  `insert into audit_event (platform_holder_id, at, actor_kind, actor_id, action, subjects)
   select holder, created_at, 'staff', holder, 'submitHolderAppointmentIntake', array[id] from ${visits}`,
]

/** One of each holder, of its id. */
const batches = `insert into batch (platform_holder_id, id, action, reason, state, appointments, messages, created_by, runs_at)
  select id, id, 'postpone', 'ill', 'done', 0, 0, id, now() - interval '${historyDays} days' from unnest($1::uuid[]) id`

const dayIsOver = `h.default_timezone as timezone, (a.starts_at at time zone h.default_timezone)::date as day
  from appointment a join platform_holder h using (platform_holder_id)
  where a.source_system = 'history' and a.starts_at < now() - interval '5 days'`
const countedDays = `insert into report_day (platform_holder_id, day, timezone) select distinct platform_holder_id, day, timezone
  from (select a.platform_holder_id, ${dayIsOver}) d`
const counts = `appointments, confirmed, completed, no_show, cancel_requests, reschedule_requests, planned, pending, sent, awaiting_receipt, delivered, failed,
  unknown, suppressed, skipped, cancelled, expired, started, outcome_recorded, reached, answered, cancelled_early, outcomes_lead_0, outcomes_lead_1,
  outcomes_lead_2, outcomes_lead_3, outcomes_lead_4, outcomes_lead_5`
const countedCells = `insert into report_cell (platform_holder_id, day, grouping, key, people, ${counts})
  select platform_holder_id, day, grouping, key, '{}', 1, 0, 1, 0, 0, 0, 2, 0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0
  from report_day, (values ('day', 'x'), ('channel', 'sms'), ('channel', 'email'), ('locale', 'nl'), ('appointmentType', 'none'), ('leadTime', '15-30d'))
    as g (grouping, key)`
const progress = `update report_progress p set counted_until = d.last
  from (select platform_holder_id, max(day) as last from report_day group by 1) d where d.platform_holder_id = p.platform_holder_id`
