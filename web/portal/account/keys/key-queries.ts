import type { ItemOf } from '#web/api/client.ts'
import { read } from '../../developer-routes.ts'

export type ApiKey = ItemOf<'listApiKeys'>
export type ServiceAccount = ItemOf<'listServiceAccounts'>

/** The accounts of programs, newest first. */
export function serviceAccounts(platformHolderId: string, pageToken: string | undefined) {
  const query = pageToken === undefined ? {} : { pageToken }
  return read('listServiceAccounts', { params: { platformHolderId }, query })
}

export function serviceAccount(platformHolderId: string, serviceAccountId: string) {
  return read('getServiceAccount', { params: { platformHolderId, serviceAccountId } })
}

/** The keys of an account, newest first. */
export function accountKeys(platformHolderId: string, serviceAccountId: string, pageToken: string | undefined) {
  const query = pageToken === undefined ? {} : { pageToken }
  return read('listServiceAccountKeys', { params: { platformHolderId, serviceAccountId }, query })
}

/** What shows keys: read again after one was created or revoked. */
export const keyQueries = ['listApiKeys', 'listServiceAccounts', 'getServiceAccount', 'listServiceAccountKeys'] as const
