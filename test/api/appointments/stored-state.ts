import type pg from 'pg'
import { eventually } from '../../harness.ts'

/** Tables that change by themselves, or with any request. */
const restless = [
  'rate_window',
  'worker_heartbeat',
  'lease',
  'maintenance_work',
  'report_progress',
  'test_clock',
  'holder_change',
  // A second after the call, whether it was refused or not.
  'request_log',
]

/** The last use of a session or key is recorded once a minute, whatever it asked for; an event gets its number after the commit. */
const writersOf: Readonly<Record<string, string>> = {
  event: `md5(coalesce(string_agg(id::text, ',' order by id), ''))`,
  event_stream: `md5(coalesce(string_agg(platform_holder_id::text, ',' order by platform_holder_id), ''))`,
  staff_session: `''`,
  api_key: `md5(coalesce(string_agg((to_jsonb(api_key) - 'last_used_at')::text, ',' order by id), ''))`,
}

/**
 * A fingerprint of every table: how many rows it has, and which transactions wrote them. Two that are equal mean that
 * nothing was inserted, updated or deleted in between. Where workers run, `untilNothingIsOnItsWay` comes first.
 *
 * @param except tables that may change
 */
export async function storedState(operator: pg.Pool, except: readonly string[] = []): Promise<Record<string, string>> {
  const { rows } = await operator.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' and not tablename = any($1) order by tablename`,
    [[...restless, ...except]],
  )
  const parts = rows.map(({ tablename }) => {
    const writers = writersOf[tablename] ?? 'coalesce(sum(xmin::text::bigint), 0)::text'
    return `select '${tablename}' as name, count(*) || ' rows ' || ${writers} as state from ${tablename}`
  })
  const { rows: states } = await operator.query<{ name: string; state: string }>(parts.join(' union all '))
  return Object.fromEntries(states.map(({ name, state }) => [name, state]))
}

/**
 * Waits until the workers have sent what is due, know what became of it, and have mailed invitations. A batch that
 * would run in between waits longer.
 */
export async function untilNothingIsOnItsWay(operator: pg.Pool): Promise<void> {
  await operator.query(
    `update batch set runs_at = runs_at + interval '1 day' where state = 'holding' and runs_at < tijdig_now() + interval '1 hour'`,
  )
  await eventually(async () => (await operator.query(onTheirWay)).rowCount === 0)
}

const onTheirWay = `select from reminder where state in ('claimed', 'handed_over') or (state = 'sent' and channel = 'sms')
  or (state = 'planned' and run_at <= tijdig_now()) or exists (select from batch where state = 'running')
  or exists (
    select from staff_invitation i join staff_member m on m.id = i.staff_member_id
    where i.token_sha256 is null and i.ended_at is null and i.expires_at > tijdig_now() and m.status = 'invited') limit 1`
