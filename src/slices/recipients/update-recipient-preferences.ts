import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, nullable, oneOf, strictObject, TimeZone } from '#/kernel/schema.ts'
import { applySwitches } from './apply-switches.ts'
import { askingRecipient, recipientAuth } from './asking-recipient.ts'
import { mergePreferences } from './merge-preferences.ts'
import { channelPreferences, HolderSwitch, preferencesExample, RecipientPreferences, TimeOfDay } from './preferences.ts'
import { readPreferences } from './read-preferences.ts'
import { replanOwnAppointments } from './replan.ts'
import { getRecipientForUpdate, listLinkedHolders, updatePreferences } from './store.ts'

const optionalSwitch = Type.Optional(nullable(Type.Boolean()))
const ChannelChange = Type.Optional(nullable(strictObject({ enabled: optionalSwitch })))

export const updateRecipientPreferences = operation({
  operationId: 'updateRecipientPreferences',
  method: 'PATCH',
  path: '/recipient/preferences',
  tag: 'Recipient',
  summary: 'Change what you want of messages',
  description:
    'Objects are merged by key, null goes back to the default, entries of `perHolder` are replaced one by one. It counts for messages that are already planned. Preferences narrow what an organization sends and never widen it. A channel switched off is an opt-out and outlives everything; switching it on takes back what you had opted out of here, and what was opted out of from a number or address that was proved to be yours; it leaves what staff or a telephone company noted.',
  role: 'recipient',
  scope: 'self-profile:write',
  auth: recipientAuth,
  params: none,
  query: none,
  body: strictObject(
    {
      expectedVersion: ExpectedVersion,
      preferredChannel: Type.Optional(nullable(oneOf(channelPreferences))),
      channels: Type.Optional(nullable(strictObject({ sms: ChannelChange, email: ChannelChange }))),
      messageKinds: Type.Optional(
        nullable(
          strictObject({
            reminder: optionalSwitch,
            confirm_prompt: optionalSwitch,
            change: optionalSwitch,
            cancellation: optionalSwitch,
          }),
        ),
      ),
      quietHours: Type.Optional(
        nullable(
          strictObject({
            from: Type.Optional(TimeOfDay),
            to: Type.Optional(TimeOfDay),
            timezone: Type.Optional(TimeZone),
          }),
        ),
      ),
      perHolder: Type.Optional(nullable(Type.Array(HolderSwitch, { maxItems: 100 }))),
    },
    { minProperties: 2 },
  ),
  success: [200],
  data: RecipientPreferences,
  errors: ['VERSION_CONFLICT', 'TIMEZONE_UNKNOWN'],
  bodyLimitBytes: 65_536,
  example: {
    body: { expectedVersion: 1, quietHours: { from: '20:00', to: '09:00', timezone: 'Europe/Amsterdam' } },
    data: {
      ...preferencesExample,
      version: 2,
      quietHours: { from: '20:00', to: '09:00', timezone: 'Europe/Amsterdam' },
    },
  },
}).handle(async (ctx, { body }) => {
  const recipientId = askingRecipient(ctx)
  const { expectedVersion, ...changes } = body
  const before = await getRecipientForUpdate(ctx.tx, recipientId)
  if (before.preferences_version !== expectedVersion) throw versionConflict(before.preferences_version)
  const holders = await listLinkedHolders(ctx.tx, recipientId)
  const known = { holders, timezone: before.timezone }
  const { stored, switches } = mergePreferences(before.preferences, changes, known)
  const unchanged = mergePreferences(before.preferences, {}, known).stored
  const shown = await readPreferences(ctx, recipientId)
  await applySwitches(ctx, before, switches)
  // A switch that stood so already may still have put somebody on the list of opt-outs, or taken them from it.
  const isSame =
    isDeepStrictEqual(stored, unchanged) && isDeepStrictEqual(await readPreferences(ctx, recipientId), shown)
  if (isSame) return shown
  await updatePreferences(ctx.tx, recipientId, stored)
  await replanOwnAppointments(ctx, recipientId)
  return readPreferences(ctx, recipientId)
})
