import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { defaultPolicy } from './policy.ts'

/** Gives a new holder the default policy, sending from a number that can receive replies. */
export function createDefaultPolicy(tx: Tx, platformHolderId: string, smsSender: string): void {
  const isNumber = smsSender.startsWith('+')
  const sender = { mode: isNumber ? 'numeric' : 'alphanumeric', value: smsSender, canReceive: isNumber }
  tx.send(insertPolicy, [
    platformHolderId,
    JSON.stringify(defaultPolicy.steps),
    JSON.stringify(defaultPolicy.quietHours),
    JSON.stringify(sender),
  ])
}

const insertPolicy = statement(
  'insert_policy',
  `insert into reminder_policy (platform_holder_id, steps, quiet_hours, sms_sender) values ($1, $2, $3, $4)`,
)
