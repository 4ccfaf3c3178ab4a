import { read, type ItemOf } from '#web/api/client.ts'

export type Integration = ItemOf<'listHolderIntegrations'>
export type Connection = Integration['connection']

export function integrationList(holder: string) {
  return read('listHolderIntegrations', { params: { platformHolderId: holder } })
}
