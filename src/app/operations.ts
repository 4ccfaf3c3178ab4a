import type { Operation } from '#/kernel/operation.ts'
import { accessOperations } from '#/slices/access/operations.ts'
import { appointmentOperations } from '#/slices/appointments/operations.ts'
import { holderOperations } from '#/slices/holders/operations.ts'
import { reminderOperations } from '#/slices/reminders/operations.ts'

/** The product as a list: everything the API can do. */
export const operations: readonly Operation[] = [
  ...accessOperations,
  ...holderOperations,
  ...appointmentOperations,
  ...reminderOperations,
]
