import { oneOf } from '#/kernel/schema.ts'
import type { ReasonCode } from '#/slices/reminders/words/words.ts'

/** How the messages about an appointment fare, for the view beside it. */
const deliveryStatuses = ['none', 'planned', 'in_progress', 'delivered', 'failed', 'suppressed', 'unknown'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const DeliveryStatus = oneOf(deliveryStatuses, {
  title: 'DeliveryStatus',
  description:
    'Delivery of the last message about the appointment. `delivered`: by its receipt, or an e-mail that did not bounce within 72 hours. `unknown`: cannot be determined, such as a text message without a receipt within 72 hours.',
})

export type DeliveryRow = {
  readonly deliveryStatus: DeliveryStatus
  readonly deliveryNextDueAt: Temporal.Instant | null
  readonly deliveryLastEventAt: Temporal.Instant | null
  readonly deliveryReasonCode: ReasonCode | null
}
