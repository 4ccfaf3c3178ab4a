/**
 * Signing in with a mobile number: a code by SMS, checked here, opens an access token for the app or a browser session.
 * What is proved is that somebody reads a number, and no more: whose appointments that are says only a link, which an
 * operator makes (`tijdig recipient link`).
 */
export { networkKey } from './network-key.ts'
export { drawCode, isRightCode } from './code.ts'
export { textSignInCode } from './code-message.ts'
export { bindDatastore, forgetEverySignIn, forgetSignIns, type Datastore } from './datastore.ts'
export {
  endOwnSession,
  findBrowserSession,
  findOwnBrowserSession,
  findTokenSession,
  type OwnSession,
  type RecipientSession,
  type SessionSource,
} from './find-session.ts'
export { heldSignIns } from './held-sign-ins.ts'
export { linkRecipient, LinkRefusal, unlinkEntry, unlinkProfile, type Entry, type Linked } from './linking.ts'
export {
  createProfile,
  eraseSignIns,
  findProfile,
  findSignIns,
  findWaitingProfiles,
  openNumber,
  openProfileToken,
  type WaitingProfile,
} from './profiles.ts'
export { daysPerGuess, guessesLeft, needsLongCode, triesPerCode } from './guesses.ts'
export { deviceCookie, knownDevice } from './known-device.ts'
export { refuseFor, secondsToWait } from './throttle.ts'
