import type { Static } from 'typebox'
import { bindHolder } from '#/kernel/postgres/db.ts'
import { copiedActions } from '#/kernel/postgres/privacy.ts'
import type { CopyAsked, CopyPart } from '#/kernel/privacy.ts'
import { described, formatInstant, Instant, strictObject } from '#/kernel/schema.ts'
import { copiedKeys } from '#/slices/access/access.ts'
import { copiedAppointments, copiedCalls } from '#/slices/appointments/appointments.ts'
import { copiedDeletionRequests } from '#/slices/deletion-requests/deletion-requests.ts'
import { copiedRequests } from '#/slices/recipient-requests/recipient-requests.ts'
import { copiedHolders, copiedSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { copiedNotes } from '#/slices/people/people.ts'
import { preferencesExample } from '#/slices/recipients/preferences/preferences.ts'
import { copiedMessages } from '#/slices/reminders/reminders.ts'
import { copiedReplies } from '#/slices/replies/replies.ts'
import { copiedSuggestions } from '#/slices/suggestions/suggestions.ts'
import { copiedOptOuts, copiedPreferences, copiedProfile } from './copied-profile.ts'

const parts = [
  copiedProfile,
  copiedPreferences,
  copiedOptOuts,
  copiedHolders,
  copiedAppointments,
  copiedCalls,
  copiedMessages,
  copiedReplies,
  copiedSignIns,
  copiedRequests,
  copiedSuggestions,
  copiedNotes,
  copiedDeletionRequests,
  copiedKeys,
  copiedActions,
] as const

type Part = (typeof parts)[number]
type PartSchemas = { [P in Part as P['name']]: P['schema'] }

/** What a copy is made of; each part stands beside the tables it shows. */
export const copyParts: readonly CopyPart[] = parts

/** Everything the platform holds of a recipient, in a form another program can read (GDPR, articles 15 and 20). */
export const RecipientDataExport = strictObject(
  {
    exportedAt: described(Instant, 'When this copy was made.'),
    ...(Object.fromEntries(parts.map(({ name, schema }) => [name, schema])) as PartSchemas),
  },
  { title: 'RecipientDataExport' },
)
export type RecipientDataExport = Static<typeof RecipientDataExport>

/** All parts, first what the recipient alone leads to, then what lies at each of the holders that know them. */
export async function readDataExport(asked: CopyAsked): Promise<RecipientDataExport> {
  const { tx, now } = asked.ctx
  const found = new Map<string, unknown>(
    await Promise.all(copyParts.map(async ({ name, read }) => [name, await read(asked)] as const)),
  )
  for (const { platformHolderId } of found.get(copiedHolders.name) as Static<typeof copiedHolders.schema>) {
    const bound = bindHolder(tx, platformHolderId)
    await Promise.all(
      copyParts.map(async ({ name, readAtHolder }) => {
        const more = await readAtHolder?.(asked, bound)
        if (more !== undefined) found.set(name, [found.get(name), more].flat())
      }),
    )
  }
  return { exportedAt: formatInstant(now), ...Object.fromEntries(found) } as RecipientDataExport
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
  calls: [],
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
  notes: [],
  deletionRequests: [],
  apiKeys: [],
  actions: [{ at: '2026-11-21T08:59:00.000Z', action: 'getRecipientProfile' }],
}
