import { Type, type Static } from 'typebox'
import { formatInstant, formatInstantOrNull, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import type { HeldSignIn } from '#/ports/sign-ins.ts'
import type {
  ExportedAction,
  ExportedAppointment,
  ExportedDeletionRequest,
  ExportedHolder,
  ExportedKey,
  ExportedMessage,
  ExportedReply,
  ExportedRequest,
  ExportedSuggestion,
} from './export-store.ts'
import type { OptOutRow } from './opt-out-store.ts'
import { preferencesExample, RecipientPreferences } from './preferences.ts'
import type { RecipientRow } from './store.ts'

const word = Type.String({ maxLength: 80 })
const text = (maxLength: number) => Type.String({ maxLength })

const ExportedProfile = strictObject({
  recipientId: Identifier,
  displayName: text(200),
  locale: nullable(word),
  timezone: nullable(word),
  phoneNumberE164: nullable(text(16)),
  email: nullable(text(254)),
  linkedAt: Instant,
  updatedAt: Instant,
})

/** Everything the platform holds of a recipient, in a form another program can read (GDPR, articles 15 and 20). */
export const RecipientDataExport = strictObject(
  {
    exportedAt: Instant,
    profile: ExportedProfile,
    preferences: RecipientPreferences,
    optOuts: Type.Array(
      strictObject({ platformHolderId: nullable(Identifier), channel: word, source: word, optedOutAt: Instant }),
    ),
    organizations: Type.Array(
      strictObject({ platformHolderId: Identifier, displayName: text(200), linkedAt: Instant }),
    ),
    appointments: Type.Array(
      strictObject({
        id: Identifier,
        platformHolderId: Identifier,
        recipientName: text(200),
        email: nullable(text(254)),
        phoneNumberE164: nullable(text(16)),
        locale: nullable(word),
        title: nullable(text(120)),
        startsAt: Instant,
        endsAt: Instant,
        timezone: word,
        locationLabel: nullable(text(200)),
        status: word,
        confirmedAt: nullable(Instant),
        confirmedVia: nullable(word),
        cancelledAt: nullable(Instant),
        cancellationReason: nullable(word),
        cancellationNote: nullable(
          Type.String({ maxLength: 500, description: 'What staff wrote when they cancelled.' }),
        ),
        sourceSystem: Type.String({ maxLength: 100, description: 'The system of the organization it came from.' }),
        externalAppointmentId: nullable(
          Type.String({ maxLength: 200, description: 'The id of the appointment in that system.' }),
        ),
        createdAt: Instant,
        updatedAt: Instant,
      }),
    ),
    messages: Type.Array(
      strictObject({
        appointmentId: Identifier,
        kind: word,
        channel: nullable(word),
        state: word,
        reasonCode: nullable(word),
        dueAt: Instant,
        handedOverAt: nullable(Instant),
        destinationMasked: nullable(text(254)),
        locale: nullable(word),
        attempts: Type.Array(
          strictObject({
            channel: word,
            state: word,
            handedOverAt: Instant,
            address: nullable(Type.String({ maxLength: 254, description: 'Number or address it went to.' })),
            sender: Type.String({ maxLength: 254, description: 'Number or address it came from.' }),
            text: nullable(Type.String({ description: 'The message as it was sent.' })),
          }),
          { description: 'Each time it was handed over to a provider.' },
        ),
      }),
      { description: 'What was planned and sent; texts and addresses are erased after 30 days and then null.' },
    ),
    replies: Type.Array(
      strictObject({
        platformHolderId: nullable(Identifier),
        appointmentId: nullable(Identifier),
        receivedAt: Instant,
        from: nullable(text(40)),
        to: nullable(text(40)),
        text: Type.String({ description: 'The message as it came in.' }),
      }),
      {
        description:
          'Text messages that came in about your appointments, or from your number about none; they are erased after 30 days.',
      },
    ),
    signIns: Type.Array(
      strictObject({
        phoneNumberE164: text(16),
        locale: nullable(word),
        createdAt: Instant,
        lastSignedInAt: nullable(Instant),
        sessions: Type.Array(
          strictObject({
            kind: Type.String({ maxLength: 80, description: 'token: of the app; browser: of a browser.' }),
            createdAt: Instant,
            lastSeenAt: Instant,
            expiresAt: Instant,
            endedAt: nullable(Instant),
          }),
          { description: 'Newest first, at most 1,000; they are erased a day after their end.' },
        ),
      }),
      { description: 'Numbers you signed in with.' },
    ),
    requests: Type.Array(
      strictObject({
        id: Identifier,
        platformHolderId: Identifier,
        appointmentId: Identifier,
        type: word,
        status: word,
        reasonCode: nullable(word),
        note: nullable(text(500)),
        preferredWindows: Type.Array(strictObject({ startsAt: Instant, endsAt: Instant })),
        reviewMessage: nullable(text(500)),
        reviewedAt: nullable(Instant),
        createdAt: Instant,
      }),
    ),
    suggestions: Type.Array(
      strictObject({
        id: Identifier,
        platformHolderId: Identifier,
        appointmentId: nullable(Identifier),
        kind: word,
        status: word,
        proposedStartsAt: Instant,
        proposedEndsAt: Instant,
        timezone: word,
        message: nullable(text(500)),
        reviewedAt: nullable(Instant),
        createdAt: Instant,
      }),
    ),
    deletionRequests: Type.Array(
      strictObject({
        id: Identifier,
        status: word,
        reason: nullable(text(500)),
        createdAt: Instant,
        dueAt: Instant,
        completedAt: nullable(Instant),
        outcomeMessage: nullable(Type.String({ maxLength: 500, description: 'What staff said when they decided.' })),
        retainedCategories: Type.Array(word),
      }),
    ),
    apiKeys: Type.Array(
      strictObject({
        id: Identifier,
        name: text(100),
        kind: word,
        prefix: text(32),
        scopes: Type.Array(word),
        createdAt: Instant,
        expiresAt: Instant,
        revokedAt: nullable(Instant),
      }),
    ),
    actions: Type.Array(strictObject({ at: Instant, action: word }), {
      description: 'What you did here, newest first, at most 10,000.',
    }),
  },
  { title: 'RecipientDataExport' },
)
export type RecipientDataExport = Static<typeof RecipientDataExport>

export type ExportedRows = {
  readonly recipient: RecipientRow
  readonly preferences: RecipientDataExport['preferences']
  readonly optOuts: readonly OptOutRow[]
  readonly holders: readonly ExportedHolder[]
  readonly appointments: readonly ExportedAppointment[]
  readonly messages: readonly ExportedMessage[]
  readonly replies: readonly ExportedReply[]
  readonly signIns: readonly HeldSignIn[]
  readonly requests: readonly ExportedRequest[]
  readonly suggestions: readonly ExportedSuggestion[]
  readonly deletionRequests: readonly ExportedDeletionRequest[]
  readonly keys: readonly ExportedKey[]
  readonly actions: readonly ExportedAction[]
}

export function toDataExport(rows: ExportedRows, now: Temporal.Instant): RecipientDataExport {
  const { recipient } = rows
  return {
    exportedAt: formatInstant(now),
    profile: {
      recipientId: recipient.id,
      displayName: recipient.display_name,
      locale: recipient.locale,
      timezone: recipient.timezone,
      phoneNumberE164: recipient.phone_number_e164,
      email: recipient.email,
      linkedAt: formatInstant(recipient.linked_at),
      updatedAt: formatInstant(recipient.updated_at),
    },
    preferences: rows.preferences,
    optOuts: rows.optOuts.map((row) => ({
      platformHolderId: row.platform_holder_id,
      channel: row.channel,
      source: row.source,
      optedOutAt: formatInstant(row.changed_at),
    })),
    organizations: rows.holders.map((row) => ({
      platformHolderId: row.platform_holder_id,
      displayName: row.display_name,
      linkedAt: formatInstant(row.linked_at),
    })),
    appointments: rows.appointments.map(appointmentOf),
    messages: rows.messages.map((row) => ({
      appointmentId: row.appointment_id,
      kind: row.kind,
      channel: row.channel,
      state: row.state,
      reasonCode: row.reason_code,
      dueAt: formatInstant(row.due_at),
      handedOverAt: formatInstantOrNull(row.handed_over_at),
      destinationMasked: row.destination_masked,
      locale: row.locale,
      attempts: row.attempts.map((attempt) => ({
        channel: attempt.channel,
        state: attempt.state,
        handedOverAt: formatInstant(Temporal.Instant.from(attempt.handed_over_at)),
        address: attempt.destination,
        sender: attempt.sender,
        text: attempt.body,
      })),
    })),
    replies: rows.replies.map((row) => ({
      platformHolderId: row.platform_holder_id,
      appointmentId: row.appointment_id,
      receivedAt: formatInstant(row.received_at),
      from: row.sender,
      to: row.recipient,
      text: row.body,
    })),
    signIns: rows.signIns.map((row) => ({
      phoneNumberE164: row.phone_number_e164,
      locale: row.locale,
      createdAt: formatInstant(row.created_at),
      lastSignedInAt: formatInstantOrNull(row.last_signed_in_at),
      sessions: row.sessions.map((session) => ({
        kind: session.kind,
        createdAt: formatInstant(session.created_at),
        lastSeenAt: formatInstant(session.last_seen_at),
        expiresAt: formatInstant(session.expires_at),
        endedAt: formatInstantOrNull(session.ended_at),
      })),
    })),
    requests: rows.requests.map((row) => ({
      id: row.id,
      platformHolderId: row.platform_holder_id,
      appointmentId: row.appointment_id,
      type: row.type,
      status: row.status,
      reasonCode: row.reason_code,
      note: row.note,
      preferredWindows: [...row.preferred_windows],
      reviewMessage: row.review_message,
      reviewedAt: formatInstantOrNull(row.reviewed_at),
      createdAt: formatInstant(row.created_at),
    })),
    suggestions: rows.suggestions.map((row) => ({
      id: row.id,
      platformHolderId: row.platform_holder_id,
      appointmentId: row.appointment_id,
      kind: row.kind,
      status: row.status,
      proposedStartsAt: formatInstant(row.proposed_starts_at),
      proposedEndsAt: formatInstant(row.proposed_ends_at),
      timezone: row.timezone,
      message: row.message,
      reviewedAt: formatInstantOrNull(row.reviewed_at),
      createdAt: formatInstant(row.created_at),
    })),
    deletionRequests: rows.deletionRequests.map((row) => ({
      id: row.id,
      status: row.status,
      reason: row.reason,
      createdAt: formatInstant(row.created_at),
      dueAt: formatInstant(row.due_at),
      completedAt: formatInstantOrNull(row.completed_at),
      outcomeMessage: row.outcome_message,
      retainedCategories: [...row.retained_categories],
    })),
    apiKeys: rows.keys.map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind,
      prefix: row.prefix,
      scopes: [...row.scopes],
      createdAt: formatInstant(row.created_at),
      expiresAt: formatInstant(row.expires_at),
      revokedAt: formatInstantOrNull(row.revoked_at),
    })),
    actions: rows.actions.map((row) => ({ at: formatInstant(row.at), action: row.action })),
  }
}

function appointmentOf(row: ExportedAppointment) {
  return {
    id: row.id,
    platformHolderId: row.platform_holder_id,
    recipientName: row.recipient_name,
    email: row.recipient_email,
    phoneNumberE164: row.recipient_phone,
    locale: row.recipient_locale,
    title: row.title,
    startsAt: formatInstant(row.starts_at),
    endsAt: formatInstant(row.ends_at),
    timezone: row.timezone,
    locationLabel: row.location_label,
    status: row.status,
    confirmedAt: formatInstantOrNull(row.confirmed_at),
    confirmedVia: row.confirmed_via,
    cancelledAt: formatInstantOrNull(row.cancelled_at),
    cancellationReason: row.cancellation_reason,
    cancellationNote: row.cancellation_note,
    sourceSystem: row.source_system,
    externalAppointmentId: row.external_appointment_id,
    createdAt: formatInstant(row.created_at),
    updatedAt: formatInstant(row.updated_at),
  }
}

export const dataExportExample: RecipientDataExport = {
  exportedAt: '2026-11-21T09:00:00.000Z',
  profile: {
    recipientId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d20',
    displayName: 'Sanne de Vries',
    locale: 'nl',
    timezone: 'Europe/Amsterdam',
    phoneNumberE164: '+31612345678',
    email: 'sanne@example.com',
    linkedAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
  },
  preferences: preferencesExample,
  optOuts: [],
  organizations: [
    {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
      displayName: 'Huisartsenpraktijk De Linde',
      linkedAt: '2026-11-20T09:00:00.000Z',
    },
  ],
  appointments: [],
  messages: [],
  replies: [],
  signIns: [
    {
      phoneNumberE164: '+31612345678',
      locale: 'nl',
      createdAt: '2026-11-20T08:30:00.000Z',
      lastSignedInAt: '2026-11-21T08:58:00.000Z',
      sessions: [
        {
          kind: 'token',
          createdAt: '2026-11-21T08:58:00.000Z',
          lastSeenAt: '2026-11-21T08:58:00.000Z',
          expiresAt: '2026-11-21T09:58:00.000Z',
          endedAt: null,
        },
      ],
    },
  ],
  requests: [],
  suggestions: [],
  deletionRequests: [],
  apiKeys: [],
  actions: [{ at: '2026-11-21T08:59:00.000Z', action: 'getRecipientProfile' }],
}
