import { Client } from '#/kernel/postgres/db.ts'
import { tzdbVersion } from '#/slices/reminders/reminders.ts'

/** One reminder that every seeded appointment gets, planned this long before its start. */
export type SeedStep = {
  readonly offsetKey: 'P7D' | 'P1D'
  readonly kind: 'reminder' | 'confirm_prompt'
  readonly channel: 'sms' | 'email'
  readonly fallback: 'sms' | 'email' | null
}

/** Steps of either kind and channel. */
export const promptStep: SeedStep = { offsetKey: 'P1D', kind: 'confirm_prompt', channel: 'sms', fallback: 'email' }
export const reminderStep: SeedStep = { offsetKey: 'P7D', kind: 'reminder', channel: 'email', fallback: null }

export type AppointmentSeed = {
  /** One holder, or several that get appointments in turn. */
  readonly holderId: string | readonly string[]
  /** Number of the series, unique in its database, 1 to 65535: ids and contacts are derived from it. */
  readonly series: number
  readonly count: number
  /** Start of the first appointment; the others are spread evenly over the seconds that follow. */
  readonly firstStartsAt: Temporal.Instant
  readonly spanSeconds: number
  readonly steps: readonly SeedStep[]
}

/** The id of the n-th appointment of a series, n from 1. */
export function seededId(series: number, n: number): string {
  return `01990000-${series.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/**
 * Adds registered appointments, each with a recipient and a contact of its own, and their planned reminders, as intake
 * would have written them.
 */
export async function seedAppointments(databaseUrl: string, ...seeds: readonly AppointmentSeed[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC -c synchronous_commit=off' })
  await client.connect()
  try {
    for (const seed of seeds) await seedOne(client, seed)
  } finally {
    await client.end()
  }
}

async function seedOne(client: Client, seed: AppointmentSeed): Promise<void> {
  const { series, count, firstStartsAt, spanSeconds } = seed
  const holderIds = [seed.holderId].flat()
  await client.query(
    `insert into holder_recipient (platform_holder_id, id, contact_key, folded_name)
     select ${holder}, ${id(0)}, ${contactKey('phone')}, 'recipient ' || n from generate_series(1, $3::int) n`,
    [holderIds, series, count],
  )
  await client.query(
    `insert into appointment (platform_holder_id, id, holder_recipient_id, origin, source_system, external_appointment_id, location_id,
       starts_at, ends_at, timezone, recipient_name, recipient_email, recipient_phone, recipient_email_key, recipient_phone_key, plan_stamp)
     select ${holder}, ${id(0)}, ${id(0)}, 'intake', 'bench', $2::int || '-' || n, 'main', s.starts_at, s.starts_at + interval '20 minutes',
       'Europe/Amsterdam', 'Recipient ' || n, 'r' || $2::int || '.' || n || '@example.com', ${phone},
       ${contactKey('email')}, ${contactKey('phone')}, $6
     from generate_series(1, $3::int) n,
       lateral (select $4::timestamptz + (n - 1) * ($5::float8 / $3::int) * interval '1 second' as starts_at) s`,
    [holderIds, series, count, firstStartsAt.toString(), spanSeconds, `1 ${tzdbVersion}`],
  )
  for (const [index, step] of seed.steps.entries()) {
    await client.query(
      `insert into reminder (platform_holder_id, id, appointment_id, schedule_revision, kind, offset_key, channel, fallback_channel,
         due_at, latest_at, state, run_at, tzdb_version)
       select a.platform_holder_id, ${id(index + 1)}, ${id(0)}, 1, $4, $5, $6, $7, d.due_at, a.starts_at - interval '30 minutes', 'planned', d.due_at, $8
       from generate_series(1, $3::int) n
       join appointment a on a.platform_holder_id = ${holder} and a.id = ${id(0)},
         lateral (select a.starts_at - $5::text::interval as due_at) d`,
      [holderIds, series, count, step.kind, step.offsetKey, step.channel, step.fallback, tzdbVersion],
    )
  }
}

/** SQL of `seededId`; other values of `part` give ids of other tables. */
function id(part: number): string {
  return `('01990000-' || lpad(to_hex($2::int), 4, '0') || '-700${part}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
}

/** The holder of the n-th appointment. */
const holder = `($1::uuid[])[1 + n % cardinality($1::uuid[])]`

const phone = `'+316' || lpad(($2::int % 100)::text, 2, '0') || lpad(n::text, 7, '0')`

function contactKey(kind: 'phone' | 'email'): string {
  return `sha256(('${kind} ' || $2::int || ' ' || n)::bytea)`
}
