import type { ItemOf } from '#web/api/client.ts'
import { read } from '../../developer-routes.ts'

export type StaffMember = ItemOf<'listHolderStaff'>
export type StaffRole = StaffMember['staffRole']

/** `edit`: whose sheet is open; `new` while somebody is invited. */
export type StaffSearch = { readonly edit?: string | undefined; readonly pageToken?: string | undefined }

/** Who works here, then who was invited, then who left. */
export function staffList(platformHolderId: string, pageToken: string | undefined) {
  const query = { pageSize: '100', ...(pageToken === undefined ? {} : { pageToken }) }
  return read('listHolderStaff', { params: { platformHolderId }, query })
}
