import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'
import { rememberOrganization, type Organization } from './staff-sign-in.ts'

/** Sessions of one person at several organizations, outside the contract (docs/sign-in.md). */

/** Those whoever is signed in works for. */
export const organizations = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) =>
    (await request('GET', '/auth/staff/organizations', { signal })) as { organizations: readonly Organization[] },
})

/** Opens a session there beside this one, of which this tab is once it is loaded again. */
export async function switchOrganization(platformHolderId: string): Promise<void> {
  await request('POST', '/auth/staff/switch', { body: { platformHolderId } })
  rememberOrganization(platformHolderId)
}

/** Ends the session of this tab's organization; those of others go on. */
export async function leaveOrganization(): Promise<void> {
  await request('POST', '/auth/staff/leave')
  rememberOrganization(null)
}
