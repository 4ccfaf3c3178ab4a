import type { RecipientCtx } from '#/kernel/context.ts'
import { contactKeys } from '#/slices/reminders/reminders.ts'
import { listOptOuts } from './opt-out-store.ts'
import { toRecipientPreferences, type RecipientPreferences } from './preferences.ts'
import { getRecipient, listLinkedHolders, type RecipientRow } from '#/slices/recipients/store.ts'

/** The recipient's preferences as they now are, with the opt-outs that stand. */
export async function readPreferences(ctx: RecipientCtx): Promise<RecipientPreferences> {
  const row = await getRecipient(ctx.tx, ctx.recipientId)
  const [optOuts, holders] = await Promise.all([
    listOptOuts(ctx.tx, ownKeys(ctx, row)),
    listLinkedHolders(ctx.tx, ctx.recipientId),
  ])
  return toRecipientPreferences({ version: row.preferencesVersion, stored: row.preferences, optOuts, holders })
}

/** Keys of the contacts an operator verified as the recipient's own. */
export function ownKeys({ services }: RecipientCtx, { phoneNumberE164, email }: RecipientRow) {
  return contactKeys(services.keys, { phoneNumberE164, email })
}
