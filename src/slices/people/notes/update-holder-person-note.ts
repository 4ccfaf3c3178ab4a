import { Type } from 'typebox'
import { versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { findEntries } from '#/slices/people/entry-store.ts'
import { findNote, lockEntries, writeNote } from './note-store.ts'
import { noteMaxLength, PersonNote, personNoteExample, toPersonNote } from '#/slices/people/person-detail.ts'
import { personExample, personParams } from '#/slices/people/person-view.ts'

export const updateHolderPersonNote = operation({
  operationId: 'updateHolderPersonNote',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/people/{personId}/note',
  tag: 'People',
  summary: 'Write how to reach a person',
  description:
    'One short note of your own staff; empty text removes it. It is in the copy of their data that the person can ask for, and is erased with them: no medical details.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: personParams,
  query: none,
  body: strictObject({
    expectedVersion: Type.Integer({ minimum: 0, description: 'The version that was read; 0 before the first.' }),
    text: Type.String({
      maxLength: noteMaxLength,
      pattern: '^[^\\p{Cc}]*$',
      description: 'The note.',
      examples: ['Belt liever na vier uur.'],
    }),
  }),
  success: [200],
  data: PersonNote,
  errors: ['VERSION_CONFLICT'],
  example: {
    params: personExample,
    body: { expectedVersion: 0, text: 'Belt liever na vier uur.' },
    data: personNoteExample,
  },
}).handle(async (ctx, { params, body }) => {
  const { tx, now } = ctx
  const entries = await findEntries(tx, params.personId)
  ctx.touch(...entries)
  await lockEntries(tx, entries)
  const before = await findNote(tx, entries)
  const version = before?.version ?? 0
  if (version !== body.expectedVersion) throw versionConflict(version)
  const note = body.text.trim()
  if (note === (before?.note ?? '')) return toPersonNote(before)
  const holderRecipientId = before?.holderRecipientId ?? params.personId
  const after = { holderRecipientId, note, version: version + 1, updatedAt: now }
  writeNote(tx, after)
  return toPersonNote(after)
})
