import type { RecipientCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import type { HeldSignIn } from '#/ports/sign-ins.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { dataExportExample, RecipientDataExport, toDataExport } from './data-export.ts'
import {
  claimExport,
  listExportedActions,
  listExportedAppointments,
  listExportedDeletionRequests,
  listExportedHolders,
  listExportedKeys,
  listExportedMessages,
  listExportedReplies,
  listExportedRequests,
  listExportedSuggestions,
  listOwnProfiles,
  type ExportedMessage,
} from './export-store.ts'
import { listOptOuts } from '#/slices/recipients/preferences/opt-out-store.ts'
import { toRecipientPreferences } from '#/slices/recipients/preferences/preferences.ts'
import { ownKeys } from '#/slices/recipients/preferences/read-preferences.ts'
import { getRecipient } from '#/slices/recipients/store.ts'

export const exportRecipientData = operation({
  operationId: 'exportRecipientData',
  method: 'GET',
  spendsOnRead: true,
  path: '/recipient/data-export',
  tag: 'Recipient',
  summary: 'Fetch a copy of everything that is held of you',
  description:
    'Once a day. Your contact data is not masked here. Of each kind at most 10,000, the newest first. Not in it is what nobody can read back, such as hashes of codes and keys.',
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
  const { tx, now, recipientId } = ctx
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
  const { sms: numberKey } = ownKeys(ctx, recipient)
  const messages: ExportedMessage[] = []
  const replies = await listExportedReplies(tx, recipientId, null, numberKey)
  for (const { platformHolderId: holder } of holders) {
    messages.push(...(await listExportedMessages(tx, recipientId, holder)))
    replies.push(...(await listExportedReplies(tx, recipientId, holder, numberKey)))
  }
  const signIns = await readSignIns(ctx)
  ctx.touch(...appointments.map((appointment) => appointment.id))
  const preferences = toRecipientPreferences({
    version: recipient.preferencesVersion,
    stored: recipient.preferences,
    optOuts,
    holders: holders.map((holder) => holder.platformHolderId),
  })
  const rows = { recipient, preferences, optOuts, holders, appointments, messages, requests, suggestions }
  return toDataExport({ ...rows, replies, signIns, deletionRequests, keys, actions }, now)
})

async function readSignIns({ tx, services }: RecipientCtx): Promise<HeldSignIn[]> {
  if (!services.signIns) throw new Error('A copy of the data needs the datastore of the sign-in')
  return services.signIns.list(await listOwnProfiles(tx))
}
