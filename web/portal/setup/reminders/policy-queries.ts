import { read, type DataOf } from '#web/api/client.ts'

export type Policy = DataOf<'getHolderReminderPolicy'>

export function reminderPolicy(holder: string) {
  return read('getHolderReminderPolicy', { params: { platformHolderId: holder } })
}
