import { read, type DataOf } from '#web/api/client.ts'

export type Profile = DataOf<'getHolderProfile'>

/** The organization: its name, time zone and locations. */
export function profile(holder: string) {
  return read('getHolderProfile', { params: { platformHolderId: holder } })
}
