import { statement, type Tx } from '#/kernel/db.ts'
import type { Channel } from './policy.ts'
import { activateSuppressions, type SuppressionSource } from './suppression-store.ts'

/** Opt-outs a person made, which that person may take back in the app. What staff or a provider noted is not theirs. */
const ownSources: readonly SuppressionSource[] = ['app', 'sms_reply', 'list_unsubscribe']

/** Opts contacts of a person out of one holder's messages, with the commit. */
export function optOutInApp(tx: Tx, platformHolderId: string, channel: Channel, keys: readonly Buffer[]): void {
  if (keys.length > 0) activateSuppressions(tx, platformHolderId, channel, keys.map(toHex), 'app')
}

/** The same for the messages of all holders. An opt-out that stands keeps its first date and source. */
export function optOutInAppEverywhere(tx: Tx, channel: Channel, keys: readonly Buffer[]): void {
  if (keys.length > 0) tx.atCommit(activateEverywhere, [channel, keys.map(toHex)])
}

/** Ends what the person set for one holder, with the commit; what others set stands. */
export function liftOwnOptOut(tx: Tx, platformHolderId: string, channel: Channel, keys: readonly Buffer[]): void {
  if (keys.length > 0) tx.atCommit(lift, [platformHolderId, channel, keys.map(toHex), ownSources])
}

/** The same for all holders. */
export function liftOwnOptOutEverywhere(tx: Tx, channel: Channel, keys: readonly Buffer[]): void {
  if (keys.length > 0) tx.atCommit(liftEverywhere, [channel, keys.map(toHex), ownSources])
}

function toHex(key: Buffer): string {
  return key.toString('hex')
}

const keysIn = (parameter: string) => `array(select decode(k, 'hex') from unnest(${parameter}::text[]) k)`

const activateEverywhere = statement(
  'opt_out_everywhere_in_app',
  `insert into suppression_everywhere as s (channel, contact_key, is_active, source)
   select distinct $1, decode(k, 'hex'), true, 'app' from unnest($2::text[]) k
   on conflict (channel, contact_key) do update set is_active = true, source = 'app', changed_at = tijdig_now() where not s.is_active`,
)
const lift = statement(
  'lift_own_opt_out',
  `update suppression set is_active = false, source = 'app', changed_at = tijdig_now()
   where platform_holder_id = $1 and channel = $2 and contact_key = any(${keysIn('$3')}) and is_active and source = any($4::text[])`,
)
const liftEverywhere = statement(
  'lift_own_opt_out_everywhere',
  `update suppression_everywhere set is_active = false, source = 'app', changed_at = tijdig_now()
   where channel = $1 and contact_key = any(${keysIn('$2')}) and is_active and source = any($3::text[])`,
)
