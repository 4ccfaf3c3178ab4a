import { consent } from '#/providers/calendars/consent-for-tests.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import type { CalendarGrant } from '#/ports/calendar.ts'
import { integrationIdOf, type Provider } from '#/slices/calendars/integration-id.ts'
import { sealGrant } from '#/slices/calendars/authorization/sealed-grant.ts'
import { callApi, type TestHolder, type TestProduct } from './harness.ts'
import { rowsOf } from './operator-world.ts'

/** The grant that the owner of an account gives at the twin of Google or Microsoft. */
export async function grantAtTwin(
  product: TestProduct,
  provider: 'google_calendar' | 'microsoft_365',
  account: string,
): Promise<CalendarGrant> {
  const kind = product.services.calendars[provider]
  if (!kind) throw new Error(`${provider} is not set up`)
  const answer = await consent(kind.authorizer, product.baseUrl, { account })
  const now = await product.clock.now()
  const exchanged = await kind.authorizer.exchange({ ...answer, now }, AbortSignal.timeout(60_000))
  if (exchanged.outcome !== 'granted') throw new Error(exchanged.outcome)
  return exchanged.grant
}

/** Connects a holder by a grant, with these calendars chosen. @returns the integration's id */
export async function connect(
  product: TestProduct,
  holder: TestHolder,
  provider: Provider,
  grant: CalendarGrant,
  calendarIds: readonly string[],
): Promise<string> {
  const place = { platformHolderId: holder.id, integrationId: integrationIdOf(holder.id, provider) }
  const calendars = calendarIds.map((calendarId) => ({ calendarId, name: calendarId, selected: true, timeZone: null }))
  await inTransaction(product.operator, { holder: null }, (tx) =>
    tx.rows(
      {
        name: '',
        text: `insert into integration_connection (platform_holder_id, integration_id, provider, status, encrypted_grant, access_expires_at, calendars)
               values ($1, $2, $3, 'connected', $4, $5, $6)
               on conflict (platform_holder_id, integration_id) do update set status = 'connected', calendars = excluded.calendars,
                 encrypted_grant = excluded.encrypted_grant, access_expires_at = excluded.access_expires_at,
                 grant_revision = integration_connection.grant_revision + 1`,
      },
      [
        place.platformHolderId,
        place.integrationId,
        provider,
        sealGrant(product.services.secretsAtRest, place, grant),
        grant.kind === 'oauth' ? grant.accessExpiresAt : null,
        JSON.stringify(calendars),
      ],
    ),
  )
  return place.integrationId
}

/** Puts an event into a calendar of the Google twin, in Google's own JSON. */
export async function putGoogleEvent(
  product: TestProduct,
  account: string,
  id: string,
  startsAt: Temporal.Instant,
  fields: object = {},
): Promise<void> {
  const time = (at: Temporal.Instant) => ({ dateTime: at.toString(), timeZone: 'Europe/Amsterdam' })
  const event = {
    id,
    status: 'confirmed',
    summary: `Afspraak ${id}`,
    start: time(startsAt),
    end: time(startsAt.add({ minutes: 20 })),
    organizer: { email: account, self: true },
    ...fields,
  }
  await control(product, 'POST', '/control/events', { account, event })
}

export async function removeGoogleEvent(product: TestProduct, account: string, id: string): Promise<void> {
  await control(product, 'DELETE', `/control/events/${id}?account=${encodeURIComponent(account)}`)
}

export async function control(product: TestProduct, method: string, path: string, body?: unknown): Promise<void> {
  const { status } = await callApi(`${product.sandboxUrl}/google${path}`, method, body)
  if (status !== 200) throw new Error(`The twin answered ${status} to ${method} ${path}`)
}

export type SyncRow = {
  readonly cursor: string | null
  readonly failures: number
  readonly leaseId: string | null
  readonly round: number
  readonly runAt: Temporal.Instant
  readonly lastSuccessAt: Temporal.Instant | null
  readonly withdrawalsHeld: number | null
}

/** The sync state of a holder's only calendar; undefined when none is chosen. */
export async function syncOf(product: TestProduct, holder: TestHolder): Promise<SyncRow | undefined> {
  const [row] = await rowsOf<SyncRow>(
    product.operator,
    'select cursor, failures, lease_id, round, run_at, last_success_at, withdrawals_held from calendar_sync where platform_holder_id = $1',
    [holder.id],
  )
  return row
}

export async function makeDue(product: TestProduct, holder: TestHolder): Promise<void> {
  await rowsOf(product.operator, 'update calendar_sync set run_at = tijdig_now() where platform_holder_id = $1', [
    holder.id,
  ])
}

export type KnownAppointment = {
  readonly id: string
  readonly external: string
  readonly status: string
  readonly startsAt: string
  readonly version: number
  readonly name: string
}

/** A holder's appointments, in order of start. */
export async function appointmentsOf(product: TestProduct, holder: TestHolder): Promise<KnownAppointment[]> {
  const rows = await rowsOf<Omit<KnownAppointment, 'startsAt'> & { startsAt: Temporal.Instant }>(
    product.operator,
    `select id, external_appointment_id as external, status, starts_at, version, recipient_name as name from appointment
     where platform_holder_id = $1 order by starts_at, external_appointment_id`,
    [holder.id],
  )
  return rows.map(({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toString() }))
}
