/**
 * Access: who is asking and what they may do. Credentials are API keys (bearer) and browser sessions (cookie); only
 * their SHA-256 is stored. Role, actor, assignment and tenant are read again for every request.
 */
export { authenticateRequest, bearerTokenOf } from './authenticate.ts'
export { endedNamedCookies, sessionCookie, sessionCookies } from './session-cookie.ts'
export { mailNetworksChange, tellOwners } from '#/slices/access/networks/mail-networks-change.ts'
export { emptyNetworks } from '#/slices/access/networks/store.ts'
export { answer, refuseForeignOrigin } from '#/slices/access/staff/browser.ts'
export { mailInvitation } from '#/slices/access/staff/mail-invitation.ts'
export { mailNewBrowser } from '#/slices/access/staff/mail-new-browser.ts'
export { mailSignInCode, openStaffSignIn, type ForgottenSignIn } from '#/slices/access/staff/code.ts'
export { requireFreshProof } from '#/slices/access/staff/proof.ts'
export { mailPasskeyChange } from '#/slices/access/passkeys/mail-passkey-change.ts'
export { openStaffSession } from '#/slices/access/staff/session.ts'
export { findInterfaceLocale, findStaffInbox, revokeRecipientKeys, storeInterfaceLocale } from './store.ts'
export { findIntegrator, listIntegrators } from './integrators-store.ts'
export { createApiKeyRow, deactivateStaff, inviteStaff, listMembers, type EndedAccess } from './operator-access.ts'
export { mailAccessChange } from '#/slices/access/members/mail-access-change.ts'
export { withdrawInvitationsOf } from '#/slices/access/members/invitation-store.ts'
export { mailStaffInvitation } from '#/slices/access/members/mail-staff-invitation.ts'
export { mailKeyEnding, tellOfEndingKeys } from '#/slices/access/api-keys/tell-of-ending.ts'
export { scopesOfRoles } from '#/slices/access/roles/roles.ts'
export { copiedKeys } from './copied-keys.ts'
