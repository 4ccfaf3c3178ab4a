import { createHash } from 'node:crypto'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { contactKeys, type Contacts } from '#/slices/reminders/reminders.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import type { Appointment } from './appointment.ts'

/** What is being asked about an appointment `a`; a request that nobody looked at before the start is over. */
export const openRequestColumns = `case when a.starts_at > (select tijdig_now()) then a.open_request_id end as open_request_id,
  a.open_request_type, a.open_request_at`

/** The columns of an appointment `a`, under the names of the database. */
export const appointmentColumns = `a.platform_holder_id, a.id, a.holder_recipient_id, a.origin, a.source_system, a.external_appointment_id,
  a.status, a.organization_id, a.location_id, a.location_label, a.appointment_type_id, a.title, a.starts_at, a.ends_at, a.timezone,
  a.recipient_name, a.recipient_email, a.recipient_phone, a.recipient_locale, a.contact_last_confirmed_at, a.version,
  a.schedule_revision, a.confirmed_at, a.confirmed_via, a.confirmed_revision, a.cancelled_at, a.cancelled_by,
  a.cancellation_reason, a.cancellation_note, a.cancelled_reminders, a.outcome_recorded_at, a.has_requests, a.awaits_new_time,
  ${openRequestColumns}, a.created_at, a.updated_at`

export type AppointmentRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly holderRecipientId: string
  readonly origin: 'intake' | 'local'
  readonly sourceSystem: string
  readonly externalAppointmentId: string | null
  readonly status: Appointment['status']
  readonly organizationId: string | null
  readonly locationId: string | null
  readonly locationLabel: string | null
  readonly appointmentTypeId: string | null
  readonly title: string | null
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly timezone: string
  readonly recipientName: string
  readonly recipientEmail: string | null
  readonly recipientPhone: string | null
  readonly recipientLocale: string | null
  readonly contactLastConfirmedAt: Temporal.Instant
  readonly version: number
  readonly scheduleRevision: number
  readonly confirmedAt: Temporal.Instant | null
  readonly confirmedVia: 'app' | 'sms_reply' | 'message_link' | 'staff' | null
  readonly confirmedRevision: number | null
  readonly cancelledAt: Temporal.Instant | null
  readonly cancelledBy: 'holder' | 'source' | 'approved_request' | null
  readonly cancellationReason: 'recipient' | 'provider' | 'duplicate' | 'other' | null
  readonly cancellationNote: string | null
  readonly cancelledReminders: number | null
  readonly outcomeRecordedAt: Temporal.Instant | null
  readonly hasRequests: boolean
  readonly awaitsNewTime: boolean
  /** Null from the start of the appointment on, when a request expires. */
  readonly openRequestId: string | null
  readonly openRequestType: 'cancel' | 'reschedule' | null
  readonly openRequestAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

export function toAppointment(row: AppointmentRow): Appointment {
  return {
    id: row.id,
    platformHolderId: row.platformHolderId,
    holderRecipientId: row.holderRecipientId,
    origin: row.origin,
    sourceSystem: row.sourceSystem,
    externalAppointmentId: row.externalAppointmentId,
    status: row.status,
    organizationId: row.organizationId,
    locationId: row.locationId,
    locationLabel: row.locationLabel,
    appointmentTypeId: row.appointmentTypeId,
    title: row.title,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    timezone: row.timezone,
    recipientName: row.recipientName,
    email: row.recipientEmail,
    phoneNumberE164: row.recipientPhone,
    recipientLocale: row.recipientLocale,
    contactLastConfirmedAt: row.contactLastConfirmedAt,
    version: row.version,
    scheduleRevision: row.scheduleRevision,
    confirmation: confirmationOf(row),
    cancellation:
      row.cancelledAt && row.cancelledBy && row.cancellationReason
        ? {
            at: row.cancelledAt,
            by: row.cancelledBy,
            reasonCode: row.cancellationReason,
            note: row.cancellationNote,
            cancelledReminders: row.cancelledReminders ?? 0,
          }
        : null,
    outcomeRecordedAt: row.outcomeRecordedAt,
    hasRequests: row.hasRequests,
    openRequest: openRequestOf(row),
    awaitsNewTime: row.awaitsNewTime,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** Null when nobody confirmed it, for whichever schedule. */
export function confirmationOf(
  row: Pick<AppointmentRow, 'confirmedAt' | 'confirmedVia' | 'confirmedRevision'>,
): Appointment['confirmation'] {
  return row.confirmedAt && row.confirmedVia && row.confirmedRevision !== null
    ? { at: row.confirmedAt, via: row.confirmedVia, scheduleRevision: row.confirmedRevision }
    : null
}

/** The recipient's request that is being looked at. */
export function openRequestOf(
  row: Pick<AppointmentRow, 'openRequestId' | 'openRequestType' | 'openRequestAt'>,
): Appointment['openRequest'] {
  return row.openRequestId && row.openRequestType && row.openRequestAt
    ? { id: row.openRequestId, type: row.openRequestType, createdAt: row.openRequestAt }
    : null
}

/** Serialises everything that happens to one source key, also before its first row exists. */
export function lockSourceKey(
  tx: Tx,
  platformHolderId: string,
  sourceSystem: string,
  externalId: string,
): Promise<unknown> {
  return tx.rows(lockKey, [JSON.stringify([platformHolderId, sourceSystem, externalId])])
}

const lockKey = statement('lock_source_key', 'select pg_advisory_xact_lock(hashtextextended($1, 1))')

/**
 * The appointment of a source key, locked until the transaction ends unless somebody else holds it, such as an edit that
 * plans thousands anew: what comes in unchanged need not wait for that. While it is held elsewhere the transaction takes
 * no shared policy lock; who wants to change it asks again with `findBySourceForUpdate`.
 */
export async function findBySource(
  tx: Tx,
  platformHolderId: string,
  sourceSystem: string,
  externalId: string,
): Promise<{ readonly appointment: Appointment | null; readonly isHeldElsewhere: boolean }> {
  const [row] = await tx.rows(selectBySource, [platformHolderId, sourceSystem, externalId])
  return { appointment: row ? toAppointment(row) : null, isHeldElsewhere: row?.isHeldElsewhere ?? false }
}

const ofSource = 'a.platform_holder_id = $1 and a.source_system = $2 and a.external_appointment_id = $3'
const selectBySource = statement<AppointmentRow & { readonly isHeldElsewhere: boolean }>(
  'select_appointment_by_source',
  `with own as materialized (select ${appointmentColumns} from appointment a where ${ofSource} for no key update skip locked)
   select own.*, false as is_held_elsewhere from own
   union all
   select ${appointmentColumns}, set_config('app.is_held_elsewhere', 'yes', true) = 'yes'
   from appointment a where ${ofSource} and not exists (select 1 from own)`,
)

/**
 * The appointment of a source key, locked until the transaction ends.
 *
 * @param isPatient whether to wait as long as an edit that plans very many appointments anew may take to write them
 */
export async function findBySourceForUpdate(
  tx: Tx,
  platformHolderId: string,
  sourceSystem: string,
  externalId: string,
  isPatient = false,
): Promise<Appointment | null> {
  const lock = isPatient ? { ...lockBySource, timeoutMs: 15_000 } : lockBySource
  const [row] = await tx.rows(lock, [platformHolderId, sourceSystem, externalId])
  return row ? toAppointment(row) : null
}

const lockBySource = statement<AppointmentRow>(
  'lock_appointment_by_source',
  `select ${appointmentColumns}, set_config('app.is_held_elsewhere', '', true) from appointment a where ${ofSource} for no key update`,
)

/** @throws AppError NOT_FOUND */
export async function getForUpdate(tx: Tx, platformHolderId: string, id: string): Promise<Appointment> {
  const [row] = await tx.rows(selectForUpdate, [platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return toAppointment(row)
}

const selectForUpdate = statement<AppointmentRow>(
  'select_appointment_for_update',
  `select ${appointmentColumns} from appointment a where a.platform_holder_id = $1 and a.id = $2 for no key update`,
)

/**
 * The holder's recipient behind a contact and a name. Its id is derived from the two, so it is known without asking and
 * parallel first appointments of one person cannot make two.
 */
export function holderRecipientId(keys: DerivedKeys, platformHolderId: string, contacts: Contacts, name: string) {
  const key = contactKeys(keys, contacts)
  const contactKey = key.sms ?? key.email
  if (!contactKey) throw new Error('A recipient needs a contact')
  const foldedName = foldName(name)
  const hash = createHash('sha256').update(platformHolderId).update(contactKey).update(foldedName).digest('hex')
  // Version 8 of RFC 9562: a UUID whose bits mean what we say.
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return { id, contactKey, foldedName }
}

/** Case, accents, punctuation and spacing do not make another person. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Adds an appointment and, when new, its recipient with the commit. */
export function insertAppointment(tx: Tx, keys: DerivedKeys, appointment: Appointment, planStamp: string): void {
  insertRecipient(tx, keys, appointment)
  tx.atCommit(insertRow, [
    ...factValues(keys, appointment),
    appointment.origin,
    appointment.sourceSystem,
    appointment.externalAppointmentId,
    planStamp,
    appointment.createdAt,
  ])
}

/** Writes the appointment as it now is, with the commit. */
export function updateAppointment(tx: Tx, keys: DerivedKeys, appointment: Appointment, planStamp: string | null): void {
  insertRecipient(tx, keys, appointment)
  const { confirmation, cancellation } = appointment
  tx.atCommit(updateRow, [
    ...factValues(keys, appointment),
    appointment.status,
    appointment.version,
    appointment.scheduleRevision,
    confirmation?.at ?? null,
    confirmation?.via ?? null,
    confirmation?.scheduleRevision ?? null,
    cancellation?.at ?? null,
    cancellation?.by ?? null,
    cancellation?.reasonCode ?? null,
    cancellation?.note ?? null,
    appointment.outcomeRecordedAt,
    appointment.contactLastConfirmedAt,
    appointment.updatedAt,
    planStamp,
    cancellation?.cancelledReminders ?? null,
    appointment.awaitsNewTime,
  ])
}

function insertRecipient(tx: Tx, keys: DerivedKeys, appointment: Appointment): void {
  const { platformHolderId, recipientName, email, phoneNumberE164 } = appointment
  const { id, contactKey, foldedName } = holderRecipientId(
    keys,
    platformHolderId,
    { email, phoneNumberE164 },
    recipientName,
  )
  tx.atCommit(insertRecipientRow, [platformHolderId, id, contactKey, foldedName])
}

function factValues(keys: DerivedKeys, appointment: Appointment): unknown[] {
  const key = contactKeys(keys, appointment)
  return [
    appointment.platformHolderId,
    appointment.id,
    appointment.holderRecipientId,
    appointment.organizationId,
    appointment.locationId,
    appointment.locationLabel,
    appointment.appointmentTypeId,
    appointment.title,
    appointment.startsAt,
    appointment.endsAt,
    appointment.timezone,
    appointment.recipientName,
    appointment.email,
    appointment.phoneNumberE164,
    key.email,
    key.sms,
    appointment.recipientLocale,
  ]
}

// One that is there is held, as the foreign key would hold it a moment later: a link that is made meanwhile is then either
// seen by the next statement, or waits and finds the appointment.
const insertRecipientRow = statement(
  'insert_holder_recipient',
  `with known as (select id from holder_recipient where platform_holder_id = $1 and id = $2 for key share)
   insert into holder_recipient (platform_holder_id, id, contact_key, folded_name)
   select $1::uuid, $2::uuid, $3::bytea, $4::text where not exists (select 1 from known) on conflict do nothing`,
)
const linkedRecipient = `(select l.recipient_id from recipient_link l where l.platform_holder_id = $1 and l.holder_recipient_id = $3)`
const insertRow = statement(
  'insert_appointment',
  `insert into appointment (platform_holder_id, id, holder_recipient_id, organization_id, location_id, location_label, appointment_type_id, title,
     starts_at, ends_at, timezone, recipient_name, recipient_email, recipient_phone, recipient_email_key, recipient_phone_key, recipient_locale,
     origin, source_system, external_appointment_id, plan_stamp, created_at, updated_at, contact_last_confirmed_at, recipient_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22, $22,
     ${linkedRecipient})`,
)
const updateRow = statement(
  'update_appointment',
  `update appointment set holder_recipient_id = $3, recipient_id = ${linkedRecipient}, organization_id = $4, location_id = $5, location_label = $6, appointment_type_id = $7,
     title = $8, starts_at = $9, ends_at = $10, timezone = $11, recipient_name = $12, recipient_email = $13, recipient_phone = $14,
     recipient_email_key = $15, recipient_phone_key = $16, recipient_locale = $17, status = $18, version = $19, schedule_revision = $20,
     confirmed_at = $21, confirmed_via = $22, confirmed_revision = $23, cancelled_at = $24, cancelled_by = $25,
     cancellation_reason = $26, cancellation_note = $27, outcome_recorded_at = $28, contact_last_confirmed_at = $29, updated_at = $30,
     plan_stamp = coalesce($31, plan_stamp), cancelled_reminders = $32, awaits_new_time = $33
   where platform_holder_id = $1 and id = $2`,
)
