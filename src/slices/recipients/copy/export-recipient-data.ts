import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { readBehind } from '#/kernel/postgres/connecting/standby.ts'
import { ownKeys } from '#/slices/recipients/preferences/read-preferences.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { getRecipient } from '#/slices/recipients/store.ts'
import { dataExportExample, readDataExport, RecipientDataExport } from './data-export.ts'
import { claimExport } from './export-store.ts'

export const exportRecipientData = operation({
  operationId: 'exportRecipientData',
  method: 'GET',
  spendsOnRead: true,
  path: '/recipient/data-export',
  tag: 'Recipient',
  summary: 'Export all data about you',
  description:
    'Once a day. Contact data is not masked. At most 10,000 items of each kind, newest first. Excludes what cannot be read back, such as hashes of codes and keys.',
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
  const waitSeconds = await claimExport(ctx.tx, ctx.recipientId)
  if (waitSeconds !== null) throw new AppError('RATE_LIMITED', { headers: { 'retry-after': String(waitSeconds) } })
  const recipient = await getRecipient(ctx.tx, ctx.recipientId)
  return readBehind(ctx, (tx) => readDataExport({ ctx: { ...ctx, tx }, ownKeys: ownKeys(ctx, recipient) }))
})
