import { Type, type Static } from 'typebox'
import {
  AppointmentId,
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  PlatformHolderId,
  strictObject,
  UpdatedAt,
} from '#/kernel/schema.ts'
import type { HeldSignIn } from '#/ports/sign-ins.ts'
import {
  copiedFacts,
  copiedRecipient,
  type ExportedAction,
  type ExportedAppointment,
  type ExportedDeletionRequest,
  type ExportedHolder,
  type ExportedKey,
  type ExportedMessage,
  type ExportedReply,
  type ExportedRequest,
  type ExportedSuggestion,
} from './export-store.ts'
import type { OptOutRow } from '#/slices/recipients/preferences/opt-out-store.ts'
import { preferencesExample, RecipientPreferences } from '#/slices/recipients/preferences/preferences.ts'
import type { RecipientRow } from '#/slices/recipients/store.ts'

const word = Type.String({ maxLength: 80 })
const text = (maxLength: number) => Type.String({ maxLength })

const ExportedProfile = strictObject(
  {
    recipientId: described(Identifier, 'Names you, for life.'),
    displayName: described(text(200), 'What you are called.'),
    locale: nullable(described(word, 'Language you chose; null when none.')),
    timezone: nullable(described(word, 'Time zone you chose; null when none.')),
    phoneNumberE164: nullable(described(text(16), 'Your number; null when you have none.')),
    email: nullable(described(text(254), 'Your address; null when you have none.')),
    linkedAt: described(Instant, 'When you were linked to what organizations know.'),
    updatedAt: UpdatedAt,
  },
  { title: 'ExportedProfile', description: 'Who you are here, unmasked.' },
)

const { displayName: recipientName, ...contact } = copiedRecipient.fields

/** Everything the platform holds of a recipient, in a form another program can read (GDPR, articles 15 and 20). */
export const RecipientDataExport = strictObject(
  {
    exportedAt: described(Instant, 'When this copy was made.'),
    profile: ExportedProfile,
    preferences: described(RecipientPreferences, 'What you want of messages.'),
    optOuts: Type.Array(
      strictObject({
        platformHolderId: nullable(described(Identifier, 'The organization; null for all of them.')),
        channel: described(word, 'By which channel.'),
        source: described(word, 'How it came about.'),
        optedOutAt: described(Instant, 'Since when.'),
      }),
      { description: 'Who may no longer write to you, and how that came about.' },
    ),
    organizations: Type.Array(
      strictObject({
        platformHolderId: described(PlatformHolderId, 'The organization.'),
        displayName: described(text(200), 'What it calls itself.'),
        linkedAt: described(Instant, 'When you were linked to what it knows.'),
      }),
      { description: 'The organizations that know you.' },
    ),
    appointments: Type.Array(
      strictObject({
        id: described(Identifier, 'Names the appointment.'),
        platformHolderId: PlatformHolderId,
        recipientName,
        ...contact,
        ...copiedFacts.fields,
        status: described(word, 'Where it stands.'),
        confirmedAt: nullable(described(Instant, 'When you confirmed; null when you did not.')),
        confirmedVia: nullable(described(word, 'How you confirmed; null when you did not.')),
        cancelledAt: nullable(described(Instant, 'When it was cancelled; null when it was not.')),
        cancellationReason: nullable(described(word, 'Why it was cancelled; null when it was not.')),
        cancellationNote: nullable(
          Type.String({ maxLength: 500, description: 'What staff wrote when they cancelled.' }),
        ),
        sourceSystem: Type.String({ maxLength: 100, description: 'The system of the organization it came from.' }),
        externalAppointmentId: nullable(
          Type.String({ maxLength: 200, description: 'The id of the appointment in that system.' }),
        ),
        createdAt: CreatedAt,
        updatedAt: UpdatedAt,
      }),
      { description: 'Your appointments, at all organizations.' },
    ),
    messages: Type.Array(
      strictObject({
        appointmentId: AppointmentId,
        kind: described(word, 'What it was for.'),
        channel: nullable(described(word, 'How it went; null when that was not decided.')),
        state: described(word, 'What became of it.'),
        reasonCode: nullable(described(word, 'Why it did not go or arrive; null when there is nothing to say.')),
        dueAt: described(Instant, 'When it was to go.'),
        handedOverAt: nullable(described(Instant, 'When it was handed to a provider; null when it was not.')),
        destinationMasked: nullable(described(text(254), 'Where it went, masked; null when nowhere.')),
        locale: nullable(described(word, 'Language it was in; null before it was written.')),
        attempts: Type.Array(
          strictObject({
            channel: described(word, 'How it went.'),
            state: described(word, 'What became of it.'),
            handedOverAt: described(Instant, 'When.'),
            address: nullable(
              Type.String({ maxLength: 254, description: 'Number or address it went to; null once erased.' }),
            ),
            sender: Type.String({ maxLength: 254, description: 'Number or address it came from.' }),
            text: nullable(Type.String({ description: 'The message as it was sent; null once erased.' })),
          }),
          { description: 'Each time it was handed over to a provider.' },
        ),
      }),
      { description: 'What was planned and sent; texts and addresses are erased after 30 days and then null.' },
    ),
    replies: Type.Array(
      strictObject({
        platformHolderId: nullable(described(Identifier, 'The organization it was for; null when that is not known.')),
        appointmentId: nullable(described(Identifier, 'The appointment it was about; null when none.')),
        receivedAt: described(Instant, 'When it came in.'),
        from: nullable(described(text(40), 'The number it came from; null when not known.')),
        to: nullable(described(text(40), 'The number it went to; null when not known.')),
        text: Type.String({ description: 'The message as it came in.' }),
      }),
      {
        description:
          'Text messages that came in about your appointments, or from your number about none; they are erased after 30 days.',
      },
    ),
    signIns: Type.Array(
      strictObject({
        phoneNumberE164: described(text(16), 'The number.'),
        locale: nullable(described(word, 'Language asked for; null when none.')),
        createdAt: CreatedAt,
        lastSignedInAt: nullable(described(Instant, 'When you last signed in with it; null when you did not.')),
        sessions: Type.Array(
          strictObject({
            kind: Type.String({ maxLength: 80, description: '`token`: of the app; `browser`: of a browser.' }),
            createdAt: described(Instant, 'When it began.'),
            lastSeenAt: described(Instant, 'When it was last used.'),
            expiresAt: described(Instant, 'When it ends.'),
            endedAt: nullable(described(Instant, 'When you signed out; null when you did not.')),
          }),
          { description: 'Newest first, at most 1,000; they are erased a day after their end.' },
        ),
      }),
      { description: 'Numbers you signed in with.' },
    ),
    requests: Type.Array(
      strictObject({
        id: described(Identifier, 'Names the request.'),
        platformHolderId: PlatformHolderId,
        appointmentId: AppointmentId,
        type: described(word, 'What you asked for.'),
        status: described(word, 'What became of it.'),
        reasonCode: nullable(described(word, 'Why you asked; null when you did not say.')),
        note: nullable(described(text(500), 'What you wrote; null when nothing.')),
        preferredWindows: Type.Array(
          strictObject({ startsAt: described(Instant, 'From when.'), endsAt: described(Instant, 'Until when.') }),
          { description: 'Times that would suit you.' },
        ),
        reviewMessage: nullable(described(text(500), 'What staff answered; null when nothing.')),
        reviewedAt: nullable(described(Instant, 'When it was decided; null when it was not.')),
        createdAt: CreatedAt,
      }),
      { description: 'What you asked organizations for.' },
    ),
    suggestions: Type.Array(
      strictObject({
        id: described(Identifier, 'Names the proposed time.'),
        platformHolderId: PlatformHolderId,
        appointmentId: nullable(described(Identifier, 'The appointment it would replace; null when none.')),
        kind: described(word, 'What it was for.'),
        status: described(word, 'What became of it.'),
        proposedStartsAt: described(Instant, 'When it would start.'),
        proposedEndsAt: described(Instant, 'When it would end.'),
        timezone: described(word, 'The zone its local time is told in.'),
        message: nullable(described(text(500), 'What staff said of it; null when nothing.')),
        reviewedAt: nullable(described(Instant, 'When you decided; null when you did not.')),
        createdAt: CreatedAt,
      }),
      { description: 'Times that organizations proposed to you.' },
    ),
    deletionRequests: Type.Array(
      strictObject({
        id: described(Identifier, 'Names the request.'),
        status: described(word, 'How far it is.'),
        reason: nullable(described(text(500), 'Why you asked; null when you did not say.')),
        createdAt: CreatedAt,
        dueAt: described(Instant, 'One month after it was made.'),
        completedAt: nullable(described(Instant, 'When it was decided; null when it was not.')),
        outcomeMessage: nullable(Type.String({ maxLength: 500, description: 'What staff said when they decided.' })),
        retainedCategories: Type.Array(word, { description: 'What has to be kept, and why.' }),
      }),
      { description: 'Your requests to delete your data.' },
    ),
    apiKeys: Type.Array(
      strictObject({
        id: described(Identifier, 'Names the key.'),
        name: described(text(100), 'What you called it.'),
        kind: described(word, 'What kind of key it is.'),
        prefix: described(text(32), 'How its secret begins.'),
        scopes: Type.Array(word, { description: 'What it may do.' }),
        createdAt: CreatedAt,
        expiresAt: described(Instant, 'When it stops working.'),
        revokedAt: nullable(described(Instant, 'When it was revoked; null when it was not.')),
      }),
      { description: 'Your API keys, without their secrets.' },
    ),
    actions: Type.Array(
      strictObject({ at: described(Instant, 'When.'), action: described(word, 'Which operation.') }),
      {
        description: 'What you did here, newest first, at most 10,000.',
      },
    ),
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
      displayName: recipient.displayName,
      locale: recipient.locale,
      timezone: recipient.timezone,
      phoneNumberE164: recipient.phoneNumberE164,
      email: recipient.email,
      linkedAt: formatInstant(recipient.linkedAt),
      updatedAt: formatInstant(recipient.updatedAt),
    },
    preferences: rows.preferences,
    optOuts: rows.optOuts.map((row) => ({
      platformHolderId: row.platformHolderId,
      channel: row.channel,
      source: row.source,
      optedOutAt: formatInstant(row.changedAt),
    })),
    organizations: rows.holders.map((row) => ({
      platformHolderId: row.platformHolderId,
      displayName: row.displayName,
      linkedAt: formatInstant(row.linkedAt),
    })),
    appointments: rows.appointments.map(appointmentOf),
    messages: rows.messages.map((row) => ({
      appointmentId: row.appointmentId,
      kind: row.kind,
      channel: row.channel,
      state: row.state,
      reasonCode: row.reasonCode,
      dueAt: formatInstant(row.dueAt),
      handedOverAt: formatInstantOrNull(row.handedOverAt),
      destinationMasked: row.destinationMasked,
      locale: row.locale,
      attempts: row.attempts.map((attempt) => ({
        channel: attempt.channel,
        state: attempt.state,
        handedOverAt: formatInstant(Temporal.Instant.from(attempt.handedOverAt)),
        address: attempt.destination,
        sender: attempt.sender,
        text: attempt.body,
      })),
    })),
    replies: rows.replies.map((row) => ({
      platformHolderId: row.platformHolderId,
      appointmentId: row.appointmentId,
      receivedAt: formatInstant(row.receivedAt),
      from: row.sender,
      to: row.recipient,
      text: row.body,
    })),
    signIns: rows.signIns.map((row) => ({
      phoneNumberE164: row.phoneNumberE164,
      locale: row.locale,
      createdAt: formatInstant(row.createdAt),
      lastSignedInAt: formatInstantOrNull(row.lastSignedInAt),
      sessions: row.sessions.map((session) => ({
        kind: session.kind,
        createdAt: formatInstant(session.createdAt),
        lastSeenAt: formatInstant(session.lastSeenAt),
        expiresAt: formatInstant(session.expiresAt),
        endedAt: formatInstantOrNull(session.endedAt),
      })),
    })),
    requests: rows.requests.map((row) => ({
      id: row.id,
      platformHolderId: row.platformHolderId,
      appointmentId: row.appointmentId,
      type: row.type,
      status: row.status,
      reasonCode: row.reasonCode,
      note: row.note,
      preferredWindows: [...row.preferredWindows],
      reviewMessage: row.reviewMessage,
      reviewedAt: formatInstantOrNull(row.reviewedAt),
      createdAt: formatInstant(row.createdAt),
    })),
    suggestions: rows.suggestions.map((row) => ({
      id: row.id,
      platformHolderId: row.platformHolderId,
      appointmentId: row.appointmentId,
      kind: row.kind,
      status: row.status,
      proposedStartsAt: formatInstant(row.proposedStartsAt),
      proposedEndsAt: formatInstant(row.proposedEndsAt),
      timezone: row.timezone,
      message: row.message,
      reviewedAt: formatInstantOrNull(row.reviewedAt),
      createdAt: formatInstant(row.createdAt),
    })),
    deletionRequests: rows.deletionRequests.map((row) => ({
      id: row.id,
      status: row.status,
      reason: row.reason,
      createdAt: formatInstant(row.createdAt),
      dueAt: formatInstant(row.dueAt),
      completedAt: formatInstantOrNull(row.completedAt),
      outcomeMessage: row.outcomeMessage,
      retainedCategories: [...row.retainedCategories],
    })),
    apiKeys: rows.keys.map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind,
      prefix: row.prefix,
      scopes: [...row.scopes],
      createdAt: formatInstant(row.createdAt),
      expiresAt: formatInstant(row.expiresAt),
      revokedAt: formatInstantOrNull(row.revokedAt),
    })),
    actions: rows.actions.map((row) => ({ at: formatInstant(row.at), action: row.action })),
  }
}

function appointmentOf(row: ExportedAppointment) {
  const { displayName, ...ownContact } = copiedRecipient.valuesOf(row)
  return {
    id: row.id,
    platformHolderId: row.platformHolderId,
    recipientName: displayName,
    ...ownContact,
    ...copiedFacts.valuesOf(row),
    status: row.status,
    confirmedAt: formatInstantOrNull(row.confirmedAt),
    confirmedVia: row.confirmedVia,
    cancelledAt: formatInstantOrNull(row.cancelledAt),
    cancellationReason: row.cancellationReason,
    cancellationNote: row.cancellationNote,
    sourceSystem: row.sourceSystem,
    externalAppointmentId: row.externalAppointmentId,
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
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
      sessions: [],
    },
  ],
  requests: [],
  suggestions: [],
  deletionRequests: [],
  apiKeys: [],
  actions: [{ at: '2026-11-21T08:59:00.000Z', action: 'getRecipientProfile' }],
}
