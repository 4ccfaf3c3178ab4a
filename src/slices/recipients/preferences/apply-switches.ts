import { audit, auditActor } from '#/kernel/audit.ts'
import type { RecipientCtx } from '#/kernel/context.ts'
import { bindHolder } from '#/kernel/postgres/db.ts'
import {
  liftOwnOptOut,
  liftOwnOptOutEverywhere,
  optOutInApp,
  optOutInAppEverywhere,
  type Channel,
} from '#/slices/reminders/reminders.ts'
import type { Switch } from './merge-preferences.ts'
import { listKnownContacts, type KnownContact } from './opt-out-store.ts'
import { ownKeys } from './read-preferences.ts'
import type { RecipientRow } from '#/slices/recipients/store.ts'

/**
 * Adds what a recipient switched off to the list of opt-outs, which is by contact and so survives another spelling of
 * the name and every re-import (G9), and lifts what they switched on if it was theirs to lift: set in the app, or from
 * a contact that was proved to be theirs. Each change is in the audit trail of the holder it is for.
 */
export async function applySwitches(
  ctx: RecipientCtx,
  recipient: RecipientRow,
  switches: readonly Switch[],
): Promise<void> {
  if (switches.length === 0) return
  const known = await listKnownContacts(ctx.tx, recipient.id)
  const own = ownKeys(ctx, recipient)
  for (const { channel, isOn } of switches.filter((one) => one.platformHolderId === null)) {
    const change = isOn ? liftOwnOptOutEverywhere : optOutInAppEverywhere
    change(ctx.tx, channel, { known: keysOf(known, channel), own: own[channel] })
    note(ctx, recipient, { platformHolderId: null, channel, isOn })
  }
  const perHolder = Map.groupBy(switches, (one) => one.platformHolderId)
  for (const [platformHolderId, changes] of perHolder) {
    if (platformHolderId === null) continue
    bindHolder(ctx.tx, platformHolderId)
    const knownHere = known.filter((contact) => contact.platformHolderId === platformHolderId)
    for (const one of changes) {
      const change = one.isOn ? liftOwnOptOut : optOutInApp
      change(ctx.tx, platformHolderId, one.channel, { known: keysOf(knownHere, one.channel), own: own[one.channel] })
      note(ctx, recipient, one)
    }
  }
}

function keysOf(known: readonly KnownContact[], channel: Channel): Buffer[] {
  return known.flatMap((contact) => (channel === 'sms' ? contact.phoneKey : contact.emailKey) ?? [])
}

function note(ctx: RecipientCtx, recipient: RecipientRow, { platformHolderId, channel, isOn }: Switch): void {
  audit(ctx.tx, {
    platformHolderId,
    actor: auditActor(ctx.identity),
    action: isOn ? 'appOptIn' : 'appOptOut',
    requestId: ctx.requestId,
    subjects: [recipient.id],
    detail: { channel, how: 'app' },
  })
}
