import { Type } from 'typebox'
import { AppError, invalid, versionConflict } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import {
  ClientRequestId,
  Day,
  described,
  ExpectedVersion,
  HolderPathId,
  ResourceId,
  strictObject,
} from '#/kernel/schema.ts'
import { HolderDeletionRequest, letterExample, toHolderDeletionRequest } from './letter.ts'
import { insertLetter, lockEntryOf } from './store.ts'

/** A letter older than this was not found today. */
const oldestDays = 366

export const createHolderDeletionRequest = operation({
  operationId: 'createHolderDeletionRequest',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/appointments/{appointmentId}/deletion-requests',
  tag: 'Deletion requests',
  summary: 'Enter a deletion that a person asked for by letter',
  description:
    'Records that the person of this appointment asked your organization to delete their data, by letter or otherwise outside the app. Find out who they are first. Nothing is deleted yet, and reminders go on: staff of the platform complete the request within a month of receivedOn. Then name, contact, texts and notes of all appointments that you have under this name and contact are gone, unsent reminders are withdrawn, and nothing is sent for this name and contact again. Other organizations, the account of the person in the app and other people with the same number are not touched; you answer the letter yourself. Somebody you know by two names is entered for each. Only a person in a browser session can do this.',
  role: 'platform_holder_user',
  scope: 'deletion-requests:write',
  auth: ['browserSession'],
  params: strictObject({
    platformHolderId: HolderPathId,
    appointmentId: described(ResourceId, 'An appointment of the person.'),
  }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    confirmDeletion: Type.Literal(true, {
      description: 'That the person asked for it. Missing or false gives EXPLICIT_CONSENT_REQUIRED.',
    }),
    expectedVersion: described(
      ExpectedVersion,
      'Version of the appointment you looked at: it may be another person’s by now.',
    ),
    receivedOn: described(Day, 'When the letter came in: today or at most a year ago.'),
  }),
  success: [202],
  data: HolderDeletionRequest,
  errors: ['EXPLICIT_CONSENT_REQUIRED', 'VERSION_CONFLICT', 'REQUEST_ALREADY_OPEN', 'REQUEST_ID_REUSED'],
  example: {
    params: {
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d01',
      appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d02',
    },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e61',
      confirmDeletion: true,
      expectedVersion: 1,
      receivedOn: letterExample.receivedOn,
    },
    data: letterExample,
  },
}).handle(async (ctx, { params, body }) => {
  const { holderRecipientId, version } = await lockEntryOf(ctx.tx, params.appointmentId)
  if (version !== body.expectedVersion) throw versionConflict(version)
  const received = dayOf(body.receivedOn, ctx.now)
  const row = await insertLetter(ctx.tx, {
    id: newId(),
    holderRecipientId,
    clientRequestId: body.clientRequestId,
    enteredBy: ctx.identity.actorId,
    receivedOn: received.toString(),
    // Not 30 days: the law counts a calendar month (GDPR, article 12(3)).
    dueAt: received.add({ months: 1 }).toZonedDateTime('UTC').toInstant(),
    now: ctx.now,
  })
  if (!row)
    throw new AppError('REQUEST_ALREADY_OPEN', { message: 'A deletion of this person is open already. Wait for it.' })
  ctx.touch(row.id, params.appointmentId, holderRecipientId)
  return toHolderDeletionRequest(row)
})

/** @throws AppError VALIDATION_FAILED for a day to come, also where it is latest, or one too long ago */
function dayOf(day: string, now: Temporal.Instant): Temporal.PlainDate {
  const received = Temporal.PlainDate.from(day)
  const latest = now.toZonedDateTimeISO('+14:00').toPlainDate()
  const oldest = latest.subtract({ days: oldestDays })
  const isInRange =
    Temporal.PlainDate.compare(received, latest) <= 0 && Temporal.PlainDate.compare(received, oldest) >= 0
  if (isInRange) return received
  throw invalid({
    path: 'receivedOn',
    code: 'out_of_range',
    message: 'Must be today or a day of the last year.',
  })
}
