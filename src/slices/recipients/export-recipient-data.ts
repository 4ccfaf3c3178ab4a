import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { askingRecipient, recipientAuth } from './asking-recipient.ts'
import { dataExportExample, RecipientDataExport, toDataExport } from './data-export.ts'
import {
  claimExport,
  listExportedActions,
  listExportedAppointments,
  listExportedDeletionRequests,
  listExportedHolders,
  listExportedKeys,
  listExportedMessages,
  listExportedRequests,
  listExportedSuggestions,
  type ExportedMessage,
} from './export-store.ts'
import { listOptOuts } from './opt-out-store.ts'
import { toRecipientPreferences } from './preferences.ts'
import { ownKeys } from './read-preferences.ts'
import { getRecipient } from './store.ts'

export const exportRecipientData = operation({
  operationId: 'exportRecipientData',
  method: 'GET',
  spendsOnRead: true,
  path: '/recipient/data-export',
  tag: 'Recipient',
  summary: 'Fetch a copy of everything that is held of you',
  description: 'Once a day. Your contact data is not masked here.',
  role: 'recipient',
  scope: 'self-profile:read',
  auth: recipientAuth,
  params: none,
  query: none,
  body: null,
  success: [200],
  data: RecipientDataExport,
  errors: ['RATE_LIMITED'],
  example: { data: dataExportExample },
}).handle(async (ctx) => {
  const { tx, now } = ctx
  const recipientId = askingRecipient(ctx)
  const waitSeconds = await claimExport(tx, recipientId)
  if (waitSeconds !== null) throw new AppError('RATE_LIMITED', { headers: { 'retry-after': String(waitSeconds) } })
  const recipient = await getRecipient(tx, recipientId)
  const [optOuts, holders, appointments, requests, suggestions, deletionRequests, keys, actions] = await Promise.all([
    listOptOuts(tx, ownKeys(ctx, recipient)),
    listExportedHolders(tx, recipientId),
    listExportedAppointments(tx, recipientId),
    listExportedRequests(tx, recipientId),
    listExportedSuggestions(tx, recipientId),
    listExportedDeletionRequests(tx, recipientId),
    listExportedKeys(tx, recipientId),
    listExportedActions(tx),
  ])
  const messages: ExportedMessage[] = []
  for (const { platform_holder_id: holder } of holders)
    messages.push(...(await listExportedMessages(tx, recipientId, holder)))
  ctx.touch(...appointments.map((appointment) => appointment.id))
  const preferences = toRecipientPreferences({
    version: recipient.preferences_version,
    stored: recipient.preferences,
    optOuts,
    holders: holders.map((holder) => holder.platform_holder_id),
  })
  const rows = { recipient, preferences, optOuts, holders, appointments, messages, requests, suggestions }
  return toDataExport({ ...rows, deletionRequests, keys, actions }, now)
})
