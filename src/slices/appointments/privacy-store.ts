import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { appointmentsOfErased, erasedEntries, hasOpenLetter, isOfErased } from '#/slices/deletion-requests/sql.ts'
import { tellSql } from '#/slices/events/sql.ts'
import { appointmentUpdated } from './appointment-events.ts'
import { inheritNotes } from '#/slices/people/sql.ts'
import { isOfNobody, oldAppointments } from './sql.ts'
import { mostCopied } from '#/kernel/privacy.ts'
import {
  erasedFactNames,
  erasedFactsSql,
  factsIn,
  ownFacts,
  recipientFacts,
  type FactsIn,
} from '#/slices/appointment-facts/appointment-facts.ts'

export const oldAppointmentsAtOnce = 500

export type OldAppointment = RowOf<typeof oldAppointmentColumns>

const oldAppointmentColumns = columns('appointment', 'a.platform_holder_id, a.id, a.holder_recipient_id')

const isPastTerm = (starts: string) => `${starts} < tijdig_now() - interval '24 months'`

/**
 * Appointments past their term, `oldAppointmentsAtOnce` at most, locked; those that others lock wait for the next run. Only
 * the outer condition is asked again of one that was moved just before it was locked.
 */
export const lockOldAppointments = statement<OldAppointment>(
  'lock_old_appointments',
  `select ${oldAppointmentColumns} from appointment a
   where ${isPastTerm('a.starts_at')} and (a.platform_holder_id, a.id) in (
     select o.platform_holder_id, o.id from platform_holder h cross join lateral (
       select x.platform_holder_id, x.id from appointment x
       where x.platform_holder_id = h.platform_holder_id and ${isPastTerm('x.starts_at')}
       order by x.starts_at limit ${oldAppointmentsAtOnce}) o
     limit ${oldAppointmentsAtOnce})
   order by a.id for update skip locked`,
)

export const eraseOldAppointments = statement(
  'forget_old',
  `delete from appointment
   where (platform_holder_id, id) in (select platform_holder_id, appointment_id from ${oldAppointments})`,
)

export const eraseCallsOfOld = statement(
  'erase_calls_of_old',
  `delete from appointment_call
   where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${oldAppointments})`,
)

export const eraseNumbersOfCalls = statement(
  'erase_numbers_of_calls',
  `update appointment_call set number_key = null where ${isOfErased} and number_key is not null`,
)

export type CopiedCall = RowOf<typeof copiedCallColumns>

const copiedCallColumns = columns(
  'appointment_call',
  'c.platform_holder_id, c.appointment_id, c.outcome, c.called_at, c.withdrawn_at',
)

/** Calls about the recipient's appointments at the holder to which the transaction is bound. */
export const selectCopiedCalls = statement<CopiedCall>(
  'export_calls',
  `select ${copiedCallColumns} from appointment_call c
   where c.platform_holder_id = $2 and exists (select 1 from appointment_of_person a
     where a.recipient_id = $1 and a.platform_holder_id = c.platform_holder_id and a.id = c.appointment_id)
   order by c.called_at desc, c.id limit ${mostCopied}`,
)

export type EntryKey = { readonly platformHolderId: string; readonly holderRecipientId: string }

/** Locks entries, `$1` and `$2` in pairs; a statement of its own, so that the next one sees what was handed in meanwhile. */
export const lockEntriesToForget = statement<EntryKey>(
  'lock_entries_to_forget',
  `select r.platform_holder_id, r.id as holder_recipient_id from holder_recipient r
   where (r.platform_holder_id, r.id) in (
     select o.platform_holder_id, o.entry
     from unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, entry))
   order by r.id for update skip locked`,
)

// Of locked entries, `$1` and `$2` in pairs. The heir is another entry of the same person: of one chain of corrected contacts, and known now.
export const forgetEntriesOfNobody = statement(
  'forget_entries_of_nobody',
  `with gone as materialized (
     select r.platform_holder_id, r.id, coalesce(r.same_person_as, r.id) as first_id, r.is_ordered_by_start_only
     from holder_recipient r
     where (r.platform_holder_id, r.id) in (
       select o.platform_holder_id, o.entry
       from unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, entry))
       and ${isOfNobody('r')}),
   inherited as materialized (
     select gone.*, heir.id as heir_id from gone
     cross join lateral (
       select o.id from (
         select f.id, f.folded_name from holder_recipient f
         where f.platform_holder_id = gone.platform_holder_id and f.id = gone.first_id
         union all
         select c.id, c.folded_name from holder_recipient c
         where c.platform_holder_id = gone.platform_holder_id and c.same_person_as = gone.first_id) o
       cross join lateral (
         select max(a.starts_at) as last_at from appointment a
         where a.platform_holder_id = gone.platform_holder_id and a.holder_recipient_id = o.id) known
       where known.last_at is not null and o.folded_name <> o.id::text
       order by known.last_at desc, o.id limit 1) heir),
   noted as (${inheritNotes('inherited')}),
   objected as (
     update holder_recipient h set is_ordered_by_start_only = true
     where (h.platform_holder_id, h.id) in (
         select i.platform_holder_id, i.heir_id from inherited i where i.is_ordered_by_start_only)
       and not h.is_ordered_by_start_only)
   delete from holder_recipient r where (r.platform_holder_id, r.id) in (select platform_holder_id, id from gone)`,
)

/** How many entries one look for those of nobody reads. */
const lookedAtOnce = 10_000

/** An entry of nobody or, to know where the next page begins, the last one of a full page. */
export type LookedAt = EntryKey & {
  readonly isOfNobody: boolean
  readonly isLast: boolean
}

/**
 * Entries that lost their appointments otherwise than by their deletion, as by a corrected contact, or their link after
 * that: of a page after the key `$1` and `$2`. Not one of today, which may still be booked for, nor one that a letter is about.
 */
export const lookForEntriesOfNobody = statement<LookedAt>(
  'look_for_entries_of_nobody',
  `with page as materialized (
     select p.*, row_number() over (order by p.platform_holder_id, p.id) = ${lookedAtOnce} as is_last
     from (
       select r.platform_holder_id, r.id, r.created_at from holder_recipient r
       where (r.platform_holder_id, r.id) > ($1::uuid, $2::uuid)
       order by r.platform_holder_id, r.id limit ${lookedAtOnce}) p),
   looked_at as (
     select p.platform_holder_id, p.id as holder_recipient_id, p.is_last,
       p.created_at < tijdig_now() - interval '1 day' and ${isOfNobody('p')} and not ${hasOpenLetter('p')} as is_of_nobody
     from page p)
   select * from looked_at where is_of_nobody or is_last`,
)

const { type, schemaVersion } = appointmentUpdated.contract
const tellErased = tellSql(
  'appointment',
  `select e.platform_holder_id, '${type}' as type, ${schemaVersion} as schema_version, e.id as subject_id,
     e.version as subject_version, jsonb_build_object('sourceSystem', e.source_system,
     'externalAppointmentId', e.external_appointment_id, 'status', e.status, 'scheduleRevision', e.schedule_revision,
     'locationId', e.location_id, 'by', 'system', 'changed', '${JSON.stringify(erasedFactNames)}'::jsonb) as data
   from erased e`,
)

// The source's own id stays: by it a later cancellation finds the appointment, but nobody finds the person.
export const eraseAppointments = statement(
  'erase_appointments_of_entries',
  `with erased as (update appointment a set ${erasedFactsSql}, recipient_email_key = null, recipient_phone_key = null,
     recipient_id = null,
     cancellation_note = null, open_request_id = null, open_request_type = null, open_request_at = null,
     awaits_new_time = false,
     version = a.version + 1, updated_at = tijdig_now()
   where (a.platform_holder_id, a.id) in (${appointmentsOfErased})
   returning a.platform_holder_id, a.id, a.version, a.source_system, a.external_appointment_id, a.status,
     a.schedule_revision, a.location_id)
   ${tellErased}`,
)

// Only the id stays, which is derived from contact and name: nothing is sent when the same person is handed in again.
export const eraseEntries = statement(
  'erase_entries',
  `update holder_recipient r set contact_key = sha256(r.id::text::bytea), folded_name = r.id::text, locale = null,
     same_person_as = null
   where (r.platform_holder_id, r.id) in (select e.platform_holder_id, e.holder_recipient_id from ${erasedEntries})`,
)

/** What is known about an appointment, as the copy shows it. */
export const copiedFacts = factsIn(ownFacts, 'copy')
export const copiedRecipient = factsIn(recipientFacts, 'copy')

export type CopiedAppointment = FactsIn<'copy'> & {
  readonly id: string
  readonly platformHolderId: string
  readonly rememberedLocale: string | null
  readonly status: string
  readonly confirmedAt: Temporal.Instant | null
  readonly confirmedVia: string | null
  readonly cancelledAt: Temporal.Instant | null
  readonly cancellationReason: string | null
  readonly cancellationNote: string | null
  readonly sourceSystem: string
  readonly externalAppointmentId: string | null
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

export const selectCopiedAppointments = statement<CopiedAppointment>(
  'export_appointments',
  `select a.id, a.platform_holder_id, ${copiedRecipient.columns}, e.locale as remembered_locale, ${copiedFacts.columns},
     a.status, a.confirmed_at, a.confirmed_via,
     a.cancelled_at, a.cancellation_reason, a.cancellation_note, a.source_system, a.external_appointment_id,
     a.created_at, a.updated_at
   from appointment_of_person a
   left join entry_of_person e on e.platform_holder_id = a.platform_holder_id and e.id = a.holder_recipient_id
   where a.recipient_id = $1 order by a.starts_at desc, a.id limit ${mostCopied}`,
)
