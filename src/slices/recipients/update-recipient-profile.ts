import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ExpectedVersion, nullable, strictObject, TimeZone } from '#/kernel/schema.ts'
import { givenTimeZone } from '#/kernel/time/time-zone.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { recipientAuth } from './recipient-auth.ts'
import { RecipientName, RecipientProfile, recipientProfileExample, toRecipientProfile } from './profile.ts'
import { replanOwnAppointments } from '#/slices/recipients/preferences/replan.ts'
import { getRecipientForUpdate, updateRecipient } from './store.ts'

export const updateRecipientProfile = operation({
  operationId: 'updateRecipientProfile',
  method: 'PATCH',
  path: '/recipient/profile',
  tag: 'Recipient',
  summary: 'Change your profile',
  description:
    'Omitted fields are kept; null clears language or time zone. Contact data cannot be changed here: organizations identify you by it.',
  role: 'recipient',
  scope: 'self-profile:write',
  auth: recipientAuth,
  params: none,
  query: none,
  body: strictObject(
    {
      expectedVersion: ExpectedVersion,
      displayName: Type.Optional(RecipientName),
      locale: Type.Optional(nullable(described(Locale, 'Language of messages; null leaves it to each organization.'))),
      timezone: Type.Optional(
        nullable(described(TimeZone, 'Time zone of quiet hours; null means that of the appointment.')),
      ),
    },
    { minProperties: 2 },
  ),
  success: [200],
  data: RecipientProfile,
  errors: ['VERSION_CONFLICT', 'TIMEZONE_UNKNOWN'],
  bodyLimitBytes: 65_536,
  example: {
    body: { expectedVersion: 1, locale: 'en' },
    data: { ...recipientProfileExample, locale: 'en', version: 2 },
  },
}).handle(async (ctx, { body }) => {
  const timezone = body.timezone && givenTimeZone(body.timezone, 'timezone')
  const before = await getRecipientForUpdate(ctx.tx, ctx.recipientId)
  if (before.version !== body.expectedVersion) throw versionConflict(before.version)
  const changed = {
    ...before,
    displayName: body.displayName?.trim() ?? before.displayName,
    locale: body.locale === undefined ? before.locale : body.locale,
    timezone: timezone === undefined ? before.timezone : timezone,
  }
  if (isDeepStrictEqual(changed, before)) return toRecipientProfile(before)
  const after = await updateRecipient(ctx.tx, changed)
  // Quiet hours follow the recipient's time zone; the language is read when a message is written.
  if (after.timezone !== before.timezone) await replanOwnAppointments(ctx)
  return toRecipientProfile(after)
})
