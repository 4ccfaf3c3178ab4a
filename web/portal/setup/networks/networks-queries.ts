import type { DataOf } from '#web/api/client.ts'
import { read } from '../../developer-routes.ts'

export type Networks = DataOf<'getHolderNetworks'>

/** From where the organization lets its staff and keys in. */
export function networks(holder: string) {
  return read('getHolderNetworks', { params: { platformHolderId: holder } })
}
