import { createHash } from 'node:crypto'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { columnsOf, factNames, type RecipientFacts } from '#/slices/appointment-facts/appointment-facts.ts'
import { addTerms } from '#/slices/people/sql.ts'
import { contactKeys } from '#/slices/reminders/reminders.ts'
import { sharePolicySql } from '#/slices/reminders/sql.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { contactsOf, type Appointment, type KnownAppointment } from './appointment.ts'
import { rememberedLocaleSql } from './sql.ts'

/** The open request about an appointment `a`; one that nobody reviewed before the start has lapsed. */
export const openRequestColumns = `case when a.starts_at > (select tijdig_now()) then a.open_request_id end as open_request_id,
  a.open_request_type, a.open_request_at`

/** What the changes of an appointment write besides its facts. */
const stateNames = [
  'status',
  'version',
  'scheduleRevision',
  'confirmedAt',
  'confirmedVia',
  'confirmedRevision',
  'cancelledAt',
  'cancelledBy',
  'cancellationReason',
  'cancellationNote',
  'cancelledReminders',
  'outcomeRecordedAt',
  'contactLastConfirmedAt',
  'awaitsNewTime',
  'updatedAt',
] as const satisfies (keyof Appointment)[]

const sourceNames = ['origin', 'sourceSystem', 'externalAppointmentId', 'createdAt'] as const

/** The columns of an appointment `a`: each of `KnownAppointment`. */
export const appointmentColumns = `a.platform_holder_id, a.id, a.holder_recipient_id, a.has_requests, ${openRequestColumns},
  ${columnsOf([...sourceNames, ...factNames, ...stateNames])}, ${rememberedLocaleSql('a')} as remembered_locale`

/** Serialises everything that happens to one source key, also before its first row exists. */
export function lockSourceKey(tx: HolderTx, sourceSystem: string, externalId: string): Promise<unknown> {
  return tx.rows(lockKey, [JSON.stringify([tx.platformHolderId, sourceSystem, externalId])])
}

const lockKey = statement('lock_source_key', 'select pg_advisory_xact_lock(hashtextextended($1, 1))')

/**
 * The appointment of a source key, locked until the transaction ends and then the policy shared, unless somebody else
 * holds it, such as an edit that replans thousands: an unchanged intake need not wait for that, and one that waits with the
 * policy in hand would block the edit. Whoever changes what is held elsewhere reads it again with `findBySourceForUpdate`.
 */
export async function findBySource(
  tx: HolderTx,
  sourceSystem: string,
  externalId: string,
): Promise<{ readonly appointment: KnownAppointment | null; readonly isPolicyShared: boolean }> {
  const [row] = await tx.rows(selectBySource, [tx.platformHolderId, sourceSystem, externalId])
  return { appointment: row && row.id !== null ? row : null, isPolicyShared: row?.isPolicyShared ?? false }
}

const ofSource = 'a.platform_holder_id = $1 and a.source_system = $2 and a.external_appointment_id = $3'
const selectBySource = statement<(KnownAppointment | { readonly id: null }) & { readonly isPolicyShared: boolean }>(
  'select_appointment_by_source',
  `with own as materialized (
     select ${appointmentColumns}
     from appointment a
     where ${ofSource}
     for no key update skip locked),
   known as (
     select own.*, false as is_held_elsewhere from own
     union all
     select ${appointmentColumns}, true from appointment a where ${ofSource} and not exists (select 1 from own))
   select known.*, case when is_held_elsewhere then false else ${sharePolicySql} is not null end as is_policy_shared
   from (select 1) one left join known on true`,
)

/**
 * The appointment of a source key, locked until the transaction ends.
 *
 * @param isPatient whether to wait as long as an edit that replans very many appointments may take to write them
 */
export async function findBySourceForUpdate(
  tx: HolderTx,
  sourceSystem: string,
  externalId: string,
  isPatient = false,
): Promise<KnownAppointment | null> {
  const lock = isPatient ? { ...lockBySource, timeoutMs: 15_000 } : lockBySource
  const [row] = await tx.rows(lock, [tx.platformHolderId, sourceSystem, externalId])
  return row ?? null
}

const lockBySource = statement<KnownAppointment>(
  'lock_appointment_by_source',
  `select ${appointmentColumns} from appointment a where ${ofSource} for no key update`,
)

/** The language that a source last gave with an appointment of an entry. */
export async function findLastGivenLocale(
  tx: HolderTx,
  sourceSystem: string,
  holderRecipientId: string,
): Promise<string | null> {
  const [row] = await tx.rows(selectLastGivenLocale, [tx.platformHolderId, holderRecipientId, sourceSystem])
  return row?.recipientLocale ?? null
}

const selectLastGivenLocale = statement<{ readonly recipientLocale: string }>(
  'select_last_given_locale',
  `select a.recipient_locale from appointment a
   where a.platform_holder_id = $1
     and a.holder_recipient_id = $2
     and a.source_system = $3
     and a.recipient_locale is not null
   order by a.created_at desc, a.id desc limit 1`,
)

/** @throws AppError NOT_FOUND */
export async function getForUpdate(tx: HolderTx, id: string): Promise<KnownAppointment> {
  const [row] = await tx.rows(selectForUpdate, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectForUpdate = statement<KnownAppointment>(
  'select_appointment_for_update',
  `select ${appointmentColumns} from appointment a where a.platform_holder_id = $1 and a.id = $2 for no key update`,
)

/** Facts about a recipient, with the entry where the appointment is known already. */
export type KnownRecipient = RecipientFacts & Partial<Pick<Appointment, 'holderRecipientId'>>

/**
 * The holder's recipient behind a contact and a name, with the keys of both contacts. Its id is derived from these, so it
 * is known without asking and parallel first appointments of one person cannot make two. Whoever was erased has no
 * contact any more, and their appointments keep their entry.
 */
export function holderRecipientOf(keys: DerivedKeys, platformHolderId: string, facts: KnownRecipient) {
  const key = contactKeys(keys, contactsOf(facts))
  const contactKey = key.sms ?? key.email
  const foldedName = foldName(facts.recipientName)
  if (!contactKey) {
    if (!facts.holderRecipientId) throw new Error('A recipient needs a contact')
    return { id: facts.holderRecipientId, key, contactKey, foldedName }
  }
  const hash = createHash('sha256').update(platformHolderId).update(contactKey).update(foldedName).digest('hex')
  // Version 8 of RFC 9562: a UUID of our own layout.
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return { id, key, contactKey, foldedName }
}

type HolderRecipient = ReturnType<typeof holderRecipientOf>

/** Case, accents, punctuation and spacing do not make another person. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What an entry is to remember; what was not said of this very entry counts only where it has no language yet. */
export type Language = { readonly locale: string | null; readonly isSaid: boolean }

/** Adds an appointment and, when new, its recipient with the commit. @param language null where nothing is to be remembered */
export function insertAppointment(
  tx: Tx,
  recipient: HolderRecipient,
  appointment: Appointment,
  planStamp: string,
  language: Language | null,
): void {
  insertRecipient(tx, recipient, appointment, language)
  tx.send(insertRow, [...factValues(recipient, appointment), ...valuesOf(appointment, sourceNames), planStamp])
}

/** Writes the appointment as it now is, with the commit. */
export function updateAppointment(
  tx: Tx,
  keys: DerivedKeys,
  appointment: Appointment,
  planStamp: string | null,
  language: Language | null = null,
): void {
  const recipient = holderRecipientOf(keys, appointment.platformHolderId, appointment)
  insertRecipient(tx, recipient, appointment, language)
  tx.send(updateRow, [...factValues(recipient, appointment), ...valuesOf(appointment, stateNames), planStamp])
}

/** Remembers what is said of the language of a recipient, with the commit. */
export function rememberLocale(tx: Tx, keys: DerivedKeys, appointment: Appointment, locale: string | null): void {
  const recipient = holderRecipientOf(keys, appointment.platformHolderId, appointment)
  insertRecipient(tx, recipient, appointment, { locale, isSaid: true })
}

function insertRecipient(
  tx: Tx,
  { id, contactKey, foldedName }: HolderRecipient,
  { platformHolderId, id: appointmentId, recipientPhone }: Appointment,
  language: Language | null,
): void {
  const entry = [platformHolderId, id, contactKey, foldedName, appointmentId, recipientPhone]
  tx.send(insertRecipientRow, [...entry, language?.locale ?? null])
  if (language !== null) tx.send(rememberLanguage, [platformHolderId, id, language.locale, language.isSaid])
}

/** What both statements write, from the first parameter on; the two that come first name the row. */
const writtenColumns = [
  'platform_holder_id',
  'id',
  'holder_recipient_id',
  'recipient_email_key',
  'recipient_phone_key',
  ...factNames.map(columnOf),
]

function factValues({ key }: HolderRecipient, appointment: Appointment): unknown[] {
  const { platformHolderId, id, holderRecipientId } = appointment
  return [platformHolderId, id, holderRecipientId, key.email, key.sms, ...valuesOf(appointment, factNames)]
}

function valuesOf(appointment: Appointment, names: readonly (keyof Appointment)[]): unknown[] {
  return names.map((name) => appointment[name])
}

// Whoever has the appointment under the same name is the same person, with another contact; a new appointment has nobody yet.
const samePerson = `(select coalesce(r.same_person_as, r.id) from appointment a
  join holder_recipient r on r.platform_holder_id = a.platform_holder_id and r.id = a.holder_recipient_id
  where a.platform_holder_id = $1::uuid and a.id = $5::uuid and r.folded_name = $4::text and r.id <> $2::uuid)`
const newEntry = '$1::uuid, $2::uuid, $3::bytea, $4::text, ' + samePerson
// A known recipient is locked as the foreign key would lock it a moment later: a link that is made meanwhile is either
// seen by the next statement, or waits and finds the appointment.
const insertRecipientRow = statement(
  'insert_holder_recipient',
  `with known as (select id from holder_recipient where platform_holder_id = $1 and id = $2 for key share),
   added as (insert into holder_recipient (platform_holder_id, id, contact_key, folded_name, same_person_as, locale)
     select ${newEntry}, $7::text where not exists (select 1 from known) on conflict do nothing returning id)
   ${addTerms('added')}`,
)
// A statement of its own: the one before has waited for whoever was adding the entry, and this one sees it. Locked before it is
// compared, so that the later of two counts. (`on conflict do update` names one unique index, and two that add an entry at once
// may meet at the other.)
const rememberLanguage = statement(
  'remember_language',
  `with known as materialized (
     select id, locale
     from holder_recipient
     where platform_holder_id = $1 and id = $2 for no key update)
   update holder_recipient r set locale = $3::text from known
   where r.platform_holder_id = $1
     and r.id = known.id
     and known.locale is distinct from $3::text
     and ($4::boolean or known.locale is null)`,
)
const linkedRecipient = `(select l.recipient_id
  from recipient_link l
  where l.platform_holder_id = $1 and l.holder_recipient_id = $3)`
const insertedColumns = [...writtenColumns, ...sourceNames.map(columnOf), 'plan_stamp']
const createdAt = `$${insertedColumns.indexOf('created_at') + 1}`
const insertRow = statement(
  'insert_appointment',
  `insert into appointment (${insertedColumns.join(', ')}, updated_at, contact_last_confirmed_at, recipient_id)
   values (${insertedColumns.map((_, index) => `$${index + 1}`).join(', ')}, ${createdAt}, ${createdAt}, ${linkedRecipient})`,
)
const updatedColumns = [...writtenColumns, ...stateNames.map(columnOf)]
const updateRow = statement(
  'update_appointment',
  `update appointment set ${updatedColumns
    .map((column, index) => `${column} = $${index + 1}`)
    .slice(2)
    .join(', ')},
     plan_stamp = coalesce($${updatedColumns.length + 1}, plan_stamp), recipient_id = ${linkedRecipient}
   where platform_holder_id = $1 and id = $2`,
)
