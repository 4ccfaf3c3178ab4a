import type { Tx } from '#/kernel/postgres/db.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import {
  addOptOuts,
  addOptOutsEverywhere,
  liftOptOuts,
  liftOptOutsEverywhere,
  type OptOutSource,
} from './suppression-store.ts'

/** Contacts of a recipient on one channel. */
export type AppContacts = {
  /** Those that holders know them by. They may be somebody else's too, or not theirs at all. */
  readonly known: readonly Buffer[]
  /** The one that was proved to be theirs; null when there is none. */
  readonly own: Buffer | null
}

/**
 * What a recipient may undo in the app: what the app set, and at their own contact also what was sent from there. What
 * staff, a provider or an erasure set stays, and so does a STOP from a telephone they never proved.
 */
const atOwnContact: readonly OptOutSource[] = ['app', 'sms_reply', 'list_unsubscribe']
const atKnownContacts: readonly OptOutSource[] = ['app']

/** Opts contacts of a person out of one holder's messages, with the commit. */
export function optOutInApp(tx: Tx, platformHolderId: string, channel: Channel, { known }: AppContacts): void {
  addOptOuts(tx, platformHolderId, channel, known.map(toHex), 'app')
}

/** The same for the messages of all holders. */
export function optOutInAppEverywhere(tx: Tx, channel: Channel, { known, own }: AppContacts): void {
  const keys = own === null ? known : [...known, own]
  addOptOutsEverywhere(tx, channel, keys.map(toHex), 'app')
}

/** Ends what the person set for one holder, with the commit; what others set stands. */
export function liftOwnOptOut(tx: Tx, platformHolderId: string, channel: Channel, contacts: AppContacts): void {
  for (const lift of liftsOf(contacts)) liftOptOuts(tx, platformHolderId, channel, lift)
}

/** The same for all holders. */
export function liftOwnOptOutEverywhere(tx: Tx, channel: Channel, contacts: AppContacts): void {
  for (const lift of liftsOf(contacts)) liftOptOutsEverywhere(tx, channel, lift)
}

function liftsOf({ known, own }: AppContacts) {
  return [
    { keys: known.map(toHex), of: atKnownContacts, by: 'app' as const },
    { keys: own === null ? [] : [own.toString('hex')], of: atOwnContact, by: 'app' as const },
  ]
}

function toHex(key: Buffer): string {
  return key.toString('hex')
}
