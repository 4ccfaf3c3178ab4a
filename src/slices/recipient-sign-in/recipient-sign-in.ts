/**
 * Signing in with a mobile number: a code by SMS, checked here, opens an access token for the app or a browser session.
 * What is proved is that somebody reads a number, and no more: whose appointments that are says only a link, which an
 * operator makes (`tijdig recipient link`).
 */
export { textSignInCode } from './codes/code-message.ts'
export { bindDatastore, forgetEverySignIn, forgetSignIns, type Datastore } from './datastore.ts'
export {
  endOwnSession,
  findBrowserSession,
  findOwnBrowserSession,
  findTokenSession,
  type OwnSession,
  type RecipientSession,
  type SessionSource,
} from './sessions/find-session.ts'
export { heldSignIns } from './sessions/held-sign-ins.ts'
export { linkRecipient, LinkRefusal, unlinkEntry, unlinkProfile, type Entry, type Linked } from './links/linking.ts'
export {
  createProfile,
  eraseSignIns,
  findProfile,
  findSignIns,
  findWaitingProfiles,
  openNumber,
  openProfileToken,
  type WaitingProfile,
} from './links/profiles.ts'
export { tellLinked } from './links/tell-linked.ts'
