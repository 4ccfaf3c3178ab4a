import type { StaffSession } from './staff-sign-in.ts'
import { request } from './request.ts'

/** Invitations of staff, outside the contract: what the link of one is about, and answering it. */

export type StaffInvitation = {
  readonly organization: string
  readonly email: string
  readonly staffRole: 'owner' | 'admin' | 'scheduler' | 'viewer' | 'integrator'
}

/** Uses nothing up. @throws ApiError NOT_FOUND for a link that no longer works */
export async function readInvitation(token: string): Promise<StaffInvitation> {
  return (await request('POST', '/auth/staff/invitation', { body: { token } })) as StaffInvitation
}

/** Signs its person in, once. */
export async function acceptInvitation(token: string): Promise<StaffSession> {
  return (await request('POST', '/auth/staff/invitation/session', { body: { token } })) as StaffSession
}
