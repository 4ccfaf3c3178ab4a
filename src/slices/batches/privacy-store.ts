import { statement } from '#/kernel/postgres/db.ts'
import { oldAppointments } from '#/slices/appointments/sql.ts'

export const eraseItemsOfOld = statement(
  'erase_batch_items_of_old',
  `delete from batch_item
   where (platform_holder_id, appointment_id) in (select platform_holder_id, appointment_id from ${oldAppointments})`,
)
