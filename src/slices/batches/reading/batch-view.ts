import { Type } from 'typebox'
import {
  AppointmentId,
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  HolderPathId,
  nullable,
  oneOf,
  ResourceId,
  strictObject,
  Version,
} from '#/kernel/schema.ts'
import { ChannelSchema, reasonCodes } from '#/slices/reminders/reminders.ts'
import { BatchAction, BatchReason } from '#/slices/batches/choose/batch-input.ts'
import type { BatchRow } from './batch-store.ts'
import type { ItemRow } from './item-store.ts'

export const batchParams = strictObject({
  platformHolderId: HolderPathId,
  batchId: described(ResourceId, 'Id of the batch.'),
})
export const batchParamsExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  batchId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d77',
}

const BatchState = oneOf(['holding', 'running', 'done', 'undone', 'stopped'], {
  title: 'BatchState',
  description:
    '`holding`: it can be undone until `runsAt`. `running`: it is applied and its messages leave. `done`: everybody is told, to be called or skipped. `undone`: nothing happened. `stopped`: what had not left was withdrawn.',
})

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

/** A batch and how far it is. */
export const HolderBatch = strictObject(
  {
    id: described(Identifier, 'Id of the batch.'),
    version: Version,
    action: BatchAction,
    reason: BatchReason,
    delayMinutes: nullable(Type.Integer({ description: 'By how much they begin later; null unless it is a delay.' })),
    state: BatchState,
    appointments: count('How many appointments were confirmed.', 38),
    messages: count('How many people a message was confirmed to.', 36),
    progress: strictObject(
      {
        waiting: count('Not applied yet.', 0),
        onTheWay: count('Applied; its message is on its way.', 3),
        told: count('The message arrived.', 32),
        mustCall: count('No message arrived, or is known to: somebody has to call.', 2),
        skipped: count('Left alone: it was changed meanwhile, had begun, or the batch was undone or stopped.', 1),
        afterQuietHours: count('Of `onTheWay`, those whose message waits for the end of quiet hours.', 0),
        applied: count('Appointments that were cancelled or postponed, or of a delay announced.', 37),
      },
      {
        title: 'BatchProgress',
        description: 'The appointments by what became of them; `afterQuietHours` and `applied` count some again.',
      },
    ),
    createdBy: nullable(
      Type.String({ maxLength: 254, description: 'Who confirmed it, or null.', examples: ['anna@praktijk.example'] }),
    ),
    createdAt: CreatedAt,
    runsAt: described(Instant, 'Until then it can be undone.'),
    lastDueAt: nullable(
      described(Instant, 'When the last message that waits for quiet hours leaves; null where none does.'),
    ),
    endedAt: nullable(described(Instant, 'When it was done, undone or stopped, or null.')),
  },
  { title: 'HolderBatch' },
)

export const batchExample = {
  id: batchParamsExample.batchId,
  version: 1,
  action: 'cancel' as const,
  reason: 'ill' as const,
  delayMinutes: null,
  state: 'holding' as const,
  appointments: 38,
  messages: 36,
  progress: { waiting: 38, onTheWay: 0, told: 0, mustCall: 0, skipped: 0, afterQuietHours: 0, applied: 0 },
  createdBy: 'anna@praktijk.example',
  createdAt: '2026-12-03T06:30:00.000Z',
  runsAt: '2026-12-03T06:32:00.000Z',
  lastDueAt: null,
  endedAt: null,
}

export function toBatch(row: BatchRow) {
  const { waiting, onTheWay, told, mustCall, skipped, afterQuietHours, applied } = row
  return {
    id: row.id,
    version: row.version,
    action: row.action,
    reason: row.reason,
    delayMinutes: row.delayMinutes,
    state: row.state,
    appointments: row.appointments,
    messages: row.messages,
    progress: { waiting, onTheWay, told, mustCall, skipped, afterQuietHours, applied },
    createdBy: row.byName,
    createdAt: formatInstant(row.createdAt),
    runsAt: formatInstant(row.runsAt),
    lastDueAt: formatInstantOrNull(row.lastDueAt),
    endedAt: formatInstantOrNull(row.endedAt),
  }
}

export const BatchOutcome = oneOf(['waiting', 'applied', 'told', 'must_call', 'skipped'], {
  title: 'BatchOutcome',
  description:
    'What became of it. `applied`: its message is on its way. `told`: it arrived; a mail counts as soon as it was accepted. `must_call`: none arrived, or none is known to 10 minutes after it left (5 where the start is under 3 hours away); it becomes `told` when a receipt comes after all.',
})

/** Reasons of an item itself, beside those of its message. */
const itemReasons = ['changed', 'too_late', 'stopped', 'undone', 'not_applied', 'not_delivered', 'no_message'] as const
export const BatchItemReason = oneOf([...new Set([...itemReasons, ...reasonCodes])], {
  title: 'BatchItemReason',
  description:
    'Why. `changed`: the appointment was changed after the preview. `stopped`, `undone`: the batch was. `not_applied`: it could not be applied, look at it. `not_delivered`: no receipt came in time. The others are of its message.',
})

/** An appointment of a batch. */
export const BatchItem = strictObject(
  {
    appointmentId: AppointmentId,
    displayName: Type.String({ maxLength: 200, description: 'Whose it is.', examples: ['Sanne de Vries'] }),
    phoneNumberE164: nullable(
      Type.String({ maxLength: 20, description: 'Their number, or null.', examples: ['+31612345678'] }),
    ),
    locale: nullable(
      Type.String({ maxLength: 35, description: 'The language that was said of them, or null.', examples: ['nl'] }),
    ),
    startsAt: described(Instant, 'When it was to start.'),
    timezone: Type.String({ maxLength: 64, description: 'Its time zone.', examples: ['Europe/Amsterdam'] }),
    outcome: BatchOutcome,
    reasonCode: described(nullable(BatchItemReason), 'Why, or null.'),
    channel: described(nullable(ChannelSchema), 'How the message went, or null.'),
    followUp: nullable(
      oneOf(['UPDATE_SOURCE_SYSTEM'], {
        description: 'It comes from a source system: change it there too; else null.',
      }),
    ),
  },
  { title: 'BatchItem' },
)

export const batchItemExample = {
  appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  displayName: 'Sanne de Vries',
  phoneNumberE164: '+31612345678',
  locale: 'nl',
  startsAt: '2026-12-03T13:30:00.000Z',
  timezone: 'Europe/Amsterdam',
  outcome: 'must_call' as const,
  reasonCode: 'not_delivered' as const,
  channel: 'sms' as const,
  followUp: 'UPDATE_SOURCE_SYSTEM' as const,
}

type ItemReason = (typeof itemReasons)[number] | (typeof reasonCodes)[number]

/** @param action a delay changes nothing that a source system has */
export function toItem(row: ItemRow, action: BatchRow['action']) {
  const isChanged = row.outcome === 'applied' || row.outcome === 'told' || row.outcome === 'must_call'
  const isElsewhereToo = row.isSourceManaged && action !== 'delay' && isChanged
  return {
    appointmentId: row.appointmentId,
    displayName: row.displayName,
    phoneNumberE164: row.phoneNumberE164,
    locale: row.locale,
    startsAt: formatInstant(row.startsAt),
    timezone: row.timezone,
    outcome: row.outcome,
    // The column's check and the closed list of messages leave no other.
    reasonCode: row.reasonCode as ItemReason | null,
    channel: row.channel,
    followUp: isElsewhereToo ? ('UPDATE_SOURCE_SYSTEM' as const) : null,
  }
}
