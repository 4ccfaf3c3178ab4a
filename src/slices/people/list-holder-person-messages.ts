import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { AppointmentId, described, formatInstant, Instant, nullable, strictObject, TimeZone } from '#/kernel/schema.ts'
import { listSentToEntries, toTriedMessage, TriedMessage } from '#/slices/reminders/reminders.ts'
import { findEntries } from './entry-store.ts'
import { personExample, personParams } from './person-view.ts'

const SentMessage = strictObject(
  {
    appointmentId: AppointmentId,
    startsAt: described(Instant, 'When that appointment starts.'),
    timezone: described(TimeZone, 'Its time zone.'),
    ...TriedMessage.properties,
    destinationMasked: nullable(
      Type.String({ maxLength: 254, description: 'Where it went, masked, or null.', examples: ['+31******78'] }),
    ),
  },
  { title: 'SentMessage' },
)

export const listHolderPersonMessages = operation({
  operationId: 'listHolderPersonMessages',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/people/{personId}/messages',
  tag: 'People',
  summary: 'List the messages to a person',
  description:
    'What was handed to a provider about any of their appointments at your organization, the last first, and what became of it. Never the messages themselves.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: personParams,
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(SentMessage),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: personExample,
    data: {
      items: [
        {
          appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
          startsAt: '2026-12-03T13:30:00.000Z',
          timezone: 'Europe/Amsterdam',
          reminderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
          kind: 'reminder',
          channel: 'sms',
          state: 'delivered',
          reasonCode: null,
          at: '2026-12-02T13:30:00.000Z',
          destinationMasked: '+31*******78',
        },
      ],
      nextPageToken: null,
    },
  },
}).handle(async (ctx, { params, page }) => {
  const entries = await findEntries(ctx.tx, params.personId)
  ctx.touch(...entries)
  const { items, nextPageToken } = page.finish(await listSentToEntries(ctx.tx, entries, page), ({ at, id }) => [
    at.toString(),
    id,
  ])
  return {
    items: items.map(({ startsAt, timezone, destinationMasked, ...message }) => ({
      appointmentId: message.appointmentId,
      startsAt: formatInstant(startsAt),
      timezone,
      ...toTriedMessage(message),
      destinationMasked,
    })),
    nextPageToken,
  }
})
