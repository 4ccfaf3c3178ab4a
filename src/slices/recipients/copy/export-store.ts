import { bindHolder, statement, type Tx } from '#/kernel/postgres/db.ts'
import { expiringStatus } from '#/kernel/postgres/expiring-status.ts'
import { factsIn, ownFacts, recipientFacts, type FactsIn } from '#/slices/appointment-facts/appointment-facts.ts'
import type { Channel } from '#/slices/reminders/reminders.ts'

/** Rows of one kind in a copy at most, the newest of them: it bounds what one request reads. */
const mostRows = 10_000

/** Hours between two copies of the same person's data. */
const hoursBetween = 24

/**
 * Notes that a copy of the data is made now; of two at once, one.
 *
 * @returns null, or how many seconds too early this is
 */
export async function claimExport(tx: Tx, recipientId: string): Promise<number | null> {
  const claimed = await tx.rows(noteExport, [recipientId])
  if (claimed.length > 0) return null
  const [row] = await tx.rows(selectWait, [recipientId])
  return Math.max(1, row?.seconds ?? 1)
}

const noteExport = statement(
  'note_data_export',
  `update recipient set data_exported_at = tijdig_now()
   where id = $1 and coalesce(data_exported_at <= tijdig_now() - interval '${hoursBetween} hours', true) returning 1 as noted`,
)
const selectWait = statement<{ seconds: number }>(
  'select_data_export_wait',
  `select ceil(extract(epoch from data_exported_at + interval '${hoursBetween} hours' - tijdig_now()))::int as seconds from recipient where id = $1`,
)

export type ExportedHolder = {
  readonly platformHolderId: string
  readonly displayName: string
  readonly linkedAt: Temporal.Instant
}

export function listExportedHolders(tx: Tx, recipientId: string): Promise<ExportedHolder[]> {
  return tx.rows(selectHolders, [recipientId])
}

const selectHolders = statement<ExportedHolder>(
  'export_holders',
  `select l.platform_holder_id, h.display_name, min(l.linked_at) as linked_at
   from recipient_link l join holder_of_person h using (platform_holder_id)
   where l.recipient_id = $1 group by l.platform_holder_id, h.display_name order by l.platform_holder_id limit 1000`,
)

/** What is said of an appointment, as the copy shows it. */
export const copiedFacts = factsIn(ownFacts, 'copy')
export const copiedRecipient = factsIn(recipientFacts, 'copy')

export type ExportedAppointment = FactsIn<'copy'> & {
  readonly id: string
  readonly platformHolderId: string
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

export function listExportedAppointments(tx: Tx, recipientId: string): Promise<ExportedAppointment[]> {
  return tx.rows(selectAppointments, [recipientId])
}

const selectAppointments = statement<ExportedAppointment>(
  'export_appointments',
  `select a.id, a.platform_holder_id, ${copiedRecipient.columns}, ${copiedFacts.columns}, a.status, a.confirmed_at, a.confirmed_via,
     a.cancelled_at, a.cancellation_reason, a.cancellation_note, a.source_system, a.external_appointment_id, a.created_at, a.updated_at
   from appointment_of_person a where recipient_id = $1 order by starts_at desc, id limit ${mostRows}`,
)

export type ExportedMessage = {
  readonly appointmentId: string
  readonly kind: string
  readonly channel: Channel | null
  readonly state: string
  readonly reasonCode: string | null
  readonly dueAt: Temporal.Instant
  readonly handedOverAt: Temporal.Instant | null
  readonly destinationMasked: string | null
  readonly locale: string | null
  readonly attempts: readonly {
    readonly channel: Channel
    readonly state: string
    /** In ISO 8601, with an offset. */
    readonly handedOverAt: string
    readonly destination: string | null
    readonly sender: string
    readonly body: string | null
  }[]
}

/** What was planned and sent for the recipient's appointments at one holder, to which the transaction is then bound. */
export async function listExportedMessages(
  tx: Tx,
  recipientId: string,
  platformHolderId: string,
): Promise<ExportedMessage[]> {
  return bindHolder(tx, platformHolderId).rows(selectMessages, [recipientId, platformHolderId])
}

const selectMessages = statement<ExportedMessage>(
  'export_messages',
  `select r.appointment_id, r.kind, r.channel, r.state, r.reason_code, r.due_at, r.handed_over_at, r.destination_masked, r.locale,
     coalesce((select jsonb_agg(jsonb_build_object('channel', t.channel, 'state', t.state, 'handedOverAt', t.handed_over_at,
         'destination', t.destination, 'sender', t.sender, 'body', t.body) order by t.attempt_no)
       from reminder_attempt t where t.platform_holder_id = r.platform_holder_id and t.reminder_id = r.id), '[]') as attempts
   from appointment_of_person a
   join reminder r on r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
   where a.recipient_id = $1 and a.platform_holder_id = $2 order by r.due_at desc, r.id limit ${mostRows}`,
)

export type ExportedReply = {
  readonly platformHolderId: string | null
  readonly appointmentId: string | null
  readonly receivedAt: Temporal.Instant
  readonly sender: string | null
  readonly recipient: string | null
  readonly body: string
}

/**
 * Text messages that came in about the recipient's appointments at the holder to which the transaction is bound, and those
 * about no appointment that came from their own number since it is theirs; with null for the holder, those that answered
 * nobody. A number may be shared, so that what came from it about somebody else's appointment is not theirs (TEN-6).
 */
export function listExportedReplies(
  tx: Tx,
  recipientId: string,
  platformHolderId: string | null,
  ownNumberKey: Buffer | null,
): Promise<ExportedReply[]> {
  return tx.rows(selectReplies, [recipientId, platformHolderId, ownNumberKey])
}

const selectReplies = statement<ExportedReply>(
  'export_own_replies',
  `select i.platform_holder_id, i.appointment_id, i.received_at, i.sender, i.recipient, i.body
   from inbound_sms i
   where i.body is not null and i.platform_holder_id is not distinct from $2::uuid and (
     i.appointment_id is null and i.sender_key = $3::bytea and i.received_at >= (select own_number_since()) or exists (
       select 1 from appointment_of_person a
       where a.recipient_id = $1 and a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id))
   order by i.received_at desc, i.id limit ${mostRows}`,
)

/** The sign-in profiles an operator linked to the recipient. */
export async function listOwnProfiles(tx: Tx): Promise<string[]> {
  return (await tx.rows(selectProfiles)).map((row) => row.profileId)
}

const selectProfiles = statement<{ profileId: string }>(
  'export_own_profiles',
  'select profile_id from list_own_profiles()',
)

export type ExportedRequest = {
  readonly id: string
  readonly platformHolderId: string
  readonly appointmentId: string
  readonly type: string
  readonly status: string
  readonly reasonCode: string | null
  readonly note: string | null
  readonly preferredWindows: readonly { readonly startsAt: string; readonly endsAt: string }[]
  readonly reviewMessage: string | null
  readonly reviewedAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
}

export function listExportedRequests(tx: Tx, recipientId: string): Promise<ExportedRequest[]> {
  return tx.rows(selectRequests, [recipientId])
}

const selectRequests = statement<ExportedRequest>(
  'export_requests',
  `select id, platform_holder_id, appointment_id, type,
     ${expiringStatus('recipient_request').status} as status,
     reason_code, note, preferred_windows, review_message, reviewed_at, created_at
   from recipient_request where recipient_id = $1 order by created_at desc, id limit ${mostRows}`,
)

export type ExportedSuggestion = {
  readonly id: string
  readonly platformHolderId: string
  readonly appointmentId: string | null
  readonly kind: string
  readonly status: string
  readonly proposedStartsAt: Temporal.Instant
  readonly proposedEndsAt: Temporal.Instant
  readonly timezone: string
  readonly message: string | null
  readonly reviewedAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
}

export function listExportedSuggestions(tx: Tx, recipientId: string): Promise<ExportedSuggestion[]> {
  return tx.rows(selectSuggestions, [recipientId])
}

const selectSuggestions = statement<ExportedSuggestion>(
  'export_suggestions',
  `select id, platform_holder_id, appointment_id, kind,
     ${expiringStatus('suggestion').status} as status,
     proposed_starts_at, proposed_ends_at, timezone, message, reviewed_at, created_at
   from suggestion where recipient_id = $1 order by created_at desc, id limit ${mostRows}`,
)

export type ExportedKey = {
  readonly id: string
  readonly name: string
  readonly kind: 'full' | 'restricted'
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
}

export function listExportedKeys(tx: Tx, recipientId: string): Promise<ExportedKey[]> {
  return tx.rows(selectKeys, [recipientId])
}

const selectKeys = statement<ExportedKey>(
  'export_keys',
  `select id, name, kind, prefix, scopes, created_at, expires_at, revoked_at
   from api_key where platform_holder_id is null and actor_id = $1 order by created_at desc, id limit ${mostRows}`,
)

export type ExportedAction = { readonly at: Temporal.Instant; readonly action: string }

/** Newest first. */
export function listExportedActions(tx: Tx): Promise<ExportedAction[]> {
  return tx.rows(selectActions)
}

const selectActions = statement<ExportedAction>('export_actions', 'select at, action from list_own_actions()')

export type ExportedDeletionRequest = {
  readonly id: string
  readonly status: string
  readonly reason: string | null
  readonly createdAt: Temporal.Instant
  readonly dueAt: Temporal.Instant
  readonly completedAt: Temporal.Instant | null
  /** Null until it is decided. */
  readonly outcomeMessage: string | null
  readonly retainedCategories: readonly string[]
}

export function listExportedDeletionRequests(tx: Tx, recipientId: string): Promise<ExportedDeletionRequest[]> {
  return tx.rows(selectDeletionRequests, [recipientId])
}

const selectDeletionRequests = statement<ExportedDeletionRequest>(
  'export_deletion_requests',
  `select id, status, reason, created_at, due_at, completed_at, case when completed_at is not null then outcome_message end as outcome_message,
     retained_categories
   from deletion_request where recipient_id = $1 order by created_at desc, id limit ${mostRows}`,
)
