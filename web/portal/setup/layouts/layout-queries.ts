import { read, type ItemOf } from '#web/api/client.ts'

export type Layout = ItemOf<'listHolderAppointmentLayouts'>
export type Component = Layout['components'][number]

/** Version of the layout schema that the editor writes. */
export const schemaVersion = 1

export function layoutList(holder: string) {
  return read('listHolderAppointmentLayouts', {
    params: { platformHolderId: holder },
    query: { pageSize: '100', schemaVersion: String(schemaVersion) },
  })
}
