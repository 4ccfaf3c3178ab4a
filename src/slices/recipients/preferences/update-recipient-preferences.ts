import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, ExpectedVersion, nullable, strictObject, TimeOfDay, TimeZone } from '#/kernel/schema.ts'
import { applySwitches } from './apply-switches.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { mergePreferences } from './merge-preferences.ts'
import { ChannelPreference, HolderSwitch, preferencesExample, RecipientPreferences } from './preferences.ts'
import { readPreferences } from './read-preferences.ts'
import { replanOwnAppointments } from './replan.ts'
import { getRecipientForUpdate, listLinkedHolders, updatePreferences } from '#/slices/recipients/store.ts'

const optionalSwitch = (description: string) => Type.Optional(nullable(Type.Boolean({ description })))
const ChannelChange = Type.Optional(
  nullable(
    strictObject(
      { enabled: optionalSwitch('Whether it may be used for you; switching it off is an opt-out.') },
      { title: 'ChannelChange', description: 'Whether this channel may be used for you.' },
    ),
  ),
)

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
      preferredChannel: Type.Optional(nullable(ChannelPreference)),
      channels: Type.Optional(
        nullable(
          strictObject(
            { sms: ChannelChange, email: ChannelChange },
            { title: 'ChannelChanges', description: 'What may be used at all.' },
          ),
        ),
      ),
      messageKinds: Type.Optional(
        nullable(
          strictObject(
            {
              reminder: optionalSwitch('Reminders before an appointment.'),
              confirm_prompt: optionalSwitch('Messages that ask whether you come.'),
              change: optionalSwitch('Off, a moved appointment is not told to you.'),
              cancellation: optionalSwitch('Off, a cancelled appointment is not told to you.'),
            },
            { title: 'MessageKindChanges', description: 'Which messages you want.' },
          ),
        ),
      ),
      quietHours: Type.Optional(
        nullable(
          strictObject(
            {
              from: Type.Optional(described(TimeOfDay, 'From this time of day.')),
              to: Type.Optional(described(TimeOfDay, 'Until this time of day.')),
              timezone: Type.Optional(described(TimeZone, 'Where the times are told by.')),
            },
            { title: 'RecipientQuietHoursChange', description: 'When you want no messages, every day; null for none.' },
          ),
        ),
      ),
      perHolder: Type.Optional(
        nullable(
          Type.Array(HolderSwitch, {
            maxItems: 100,
            description: 'The organizations to change; others stay as they are.',
          }),
        ),
      ),
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
  const { recipientId } = ctx
  const { expectedVersion, ...changes } = body
  const before = await getRecipientForUpdate(ctx.tx, recipientId)
  if (before.preferencesVersion !== expectedVersion) throw versionConflict(before.preferencesVersion)
  const holders = await listLinkedHolders(ctx.tx, recipientId)
  const known = { holders, timezone: before.timezone }
  const { stored, switches } = mergePreferences(before.preferences, changes, known)
  const unchanged = mergePreferences(before.preferences, {}, known).stored
  const shown = await readPreferences(ctx)
  await applySwitches(ctx, before, switches)
  // A switch that was in its position already may still have added or lifted an opt-out.
  const isSame = isDeepStrictEqual(stored, unchanged) && isDeepStrictEqual(await readPreferences(ctx), shown)
  if (isSame) return shown
  await updatePreferences(ctx.tx, recipientId, stored)
  await replanOwnAppointments(ctx)
  return readPreferences(ctx)
})
