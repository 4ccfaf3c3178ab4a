import { statement, type Tx } from '#/kernel/db.ts'
import type { Reply } from '#/messages/parse-reply.ts'

type NewInbound = {
  readonly id: string
  readonly provider: string
  readonly providerMessageId: string
  readonly senderKey: Buffer
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly meaning: Reply
  readonly platformHolderId: string | null
  readonly appointmentId: string | null
}

/** Stores a message that came in; null when it came before. */
export async function insertInbound(
  tx: Tx,
  inbound: NewInbound,
): Promise<{ id: string; now: Temporal.Instant } | null> {
  const [row] = await tx.rows(insertInboundSms, [
    inbound.id,
    inbound.provider,
    inbound.providerMessageId,
    inbound.senderKey,
    inbound.sender,
    inbound.recipient,
    inbound.body,
    inbound.meaning,
    inbound.platformHolderId,
    inbound.appointmentId,
  ])
  return row ?? null
}

const insertInboundSms = statement<{ id: string; now: Temporal.Instant }>(
  'insert_inbound_sms',
  `insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, recipient, body, meaning, platform_holder_id, appointment_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (provider, provider_message_id) do nothing
   returning id, tijdig_now() as now`,
)

export type FollowUpRow = {
  readonly meaning: Reply
  readonly sender: string | null
  readonly recipient: string | null
  readonly body: string | null
  readonly appointment_id: string
  readonly starts_at: Temporal.Instant
  readonly timezone: string
  readonly recipient_locale: string | null
  readonly display_name: string
  readonly default_locale: string
}

/** Takes on the answer to an inbound message; null when it was taken on before. */
export async function claimFollowUp(tx: Tx, platformHolderId: string, inboundId: string): Promise<FollowUpRow | null> {
  const [row] = await tx.rows(claimInbound, [platformHolderId, inboundId])
  return row ?? null
}

const claimInbound = statement<FollowUpRow>(
  'claim_inbound_follow_up',
  `update inbound_sms i set handled_at = tijdig_now()
   from appointment a join platform_holder h using (platform_holder_id)
   where i.id = $2 and i.platform_holder_id = $1 and i.handled_at is null and a.platform_holder_id = $1 and a.id = i.appointment_id
   returning i.meaning, i.sender, i.recipient, i.body, a.id as appointment_id, a.starts_at, a.timezone, a.recipient_locale, h.display_name, h.default_locale`,
)

export async function releaseFollowUp(tx: Tx, inboundId: string): Promise<void> {
  await tx.rows(releaseInbound, [inboundId])
}

const releaseInbound = statement('release_inbound_follow_up', 'update inbound_sms set handled_at = null where id = $1')
