import { none, operation } from '#/kernel/operation.ts'
import { listStandingOptOuts } from '#/slices/reminders/reminders.ts'
import { findEntries, getKnownPerson } from './entry-store.ts'
import { findNote } from '#/slices/people/notes/note-store.ts'
import { Person, personDetailExample, toPerson } from './person-detail.ts'
import { personExample, personParams } from './person-view.ts'

export const getHolderPerson = operation({
  operationId: 'getHolderPerson',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/people/{personId}',
  tag: 'People',
  summary: 'Read one person',
  description:
    'Name and contact as they were last given, the language, which channels are closed and why, and the note of your staff. `personId` of the answer is that of the entry with the present contact; any other of the same person finds them too. Whoever was erased is 404.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: personParams,
  query: none,
  body: null,
  success: [200],
  data: Person,
  errors: [],
  example: { params: personExample, data: personDetailExample },
}).handle(async (ctx, { params }) => {
  const entries = await findEntries(ctx.tx, params.personId)
  ctx.touch(...entries)
  const known = await getKnownPerson(ctx.tx, entries)
  const [optOuts, note] = await Promise.all([
    listStandingOptOuts(ctx.tx, { entry: known.holderRecipientId, smsKey: known.phoneKey, emailKey: known.emailKey }),
    findNote(ctx.tx, entries),
  ])
  return toPerson(known, optOuts, note)
})
