import { deactivateHolderStaff } from '#/slices/access/members/deactivate-holder-staff.ts'
import { inviteHolderStaff } from '#/slices/access/members/invite-holder-staff.ts'
import { listHolderStaff } from '#/slices/access/members/list-holder-staff.ts'
import { resendHolderStaffInvitation } from '#/slices/access/members/resend-holder-staff-invitation.ts'
import { updateHolderStaff } from '#/slices/access/members/update-holder-staff.ts'
import { createApiKey } from '#/slices/access/api-keys/create-api-key.ts'
import { getApiIdentity } from './get-api-identity.ts'
import { listApiKeys } from '#/slices/access/api-keys/list-api-keys.ts'
import { revokeApiKey } from '#/slices/access/api-keys/revoke-api-key.ts'
import { getHolderNetworks } from '#/slices/access/networks/get-holder-networks.ts'
import { updateHolderNetworks } from '#/slices/access/networks/update-holder-networks.ts'
import { endHolderSession } from '#/slices/access/sessions/end-holder-session.ts'
import { endSession } from '#/slices/access/sessions/end-session.ts'
import { listHolderSessions } from '#/slices/access/sessions/list-holder-sessions.ts'
import { listSessions } from '#/slices/access/sessions/list-sessions.ts'
import { archiveServiceAccount } from '#/slices/access/service-accounts/archive-service-account.ts'
import { createServiceAccountKey } from '#/slices/access/service-accounts/create-service-account-key.ts'
import { createServiceAccount } from '#/slices/access/service-accounts/create-service-account.ts'
import { getServiceAccount } from '#/slices/access/service-accounts/get-service-account.ts'
import { listServiceAccountKeys } from '#/slices/access/service-accounts/list-service-account-keys.ts'
import { listServiceAccounts } from '#/slices/access/service-accounts/list-service-accounts.ts'
import { revokeServiceAccountKey } from '#/slices/access/service-accounts/revoke-service-account-key.ts'

export const accessOperations = [
  getApiIdentity,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listSessions,
  endSession,
  listHolderSessions,
  endHolderSession,
  listServiceAccounts,
  createServiceAccount,
  getServiceAccount,
  archiveServiceAccount,
  listServiceAccountKeys,
  createServiceAccountKey,
  revokeServiceAccountKey,
  listHolderStaff,
  inviteHolderStaff,
  updateHolderStaff,
  deactivateHolderStaff,
  resendHolderStaffInvitation,
  getHolderNetworks,
  updateHolderNetworks,
]
