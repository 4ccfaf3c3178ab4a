/**
 * Signing in with a mobile number: a code by SMS, checked here, opens an access token for the app or a browser session.
 * It proves that somebody reads a number, and no more: only a link, which a holder's staff
 * or an operator (`tijdig recipient link`) make, says whose appointments those are.
 */
export { textSignInCode } from '#/slices/recipient-sign-in/codes/code-message.ts'
export { bindDatastore, eraseEverySignIn, type Datastore } from './datastore.ts'
export { eraseOldSignIns } from './erase-old-sign-ins.ts'
export {
  endOwnSession,
  findBrowserSession,
  findOwnBrowserSession,
  findTokenSession,
  type OwnSession,
  type RecipientSession,
  type SessionSource,
} from '#/slices/recipient-sign-in/sessions/find-session.ts'
export { heldSignIns } from '#/slices/recipient-sign-in/sessions/held-sign-ins.ts'
export {
  linkRecipient,
  LinkRefusal,
  replanEntry,
  unlinkEntry,
  unlinkProfile,
  type Entry,
  type Linked,
} from '#/slices/recipient-sign-in/links/linking.ts'
export {
  createProfile,
  eraseSignIns,
  findProfile,
  findSignIns,
  findWaitingProfiles,
  listEntriesOfContact,
  noteProof,
  openNumber,
  openProfileToken,
  type WaitingProfile,
} from '#/slices/recipient-sign-in/links/profiles.ts'
export { tellLinked } from '#/slices/recipient-sign-in/links/tell-linked.ts'
export { copiedHolders, copiedSignIns } from './copied-sign-ins.ts'
