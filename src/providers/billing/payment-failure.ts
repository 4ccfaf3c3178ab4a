import type { PaymentFailure } from '#/ports/billing.ts'
import type { VendorCall } from '#/providers/vendor-call.ts'

// 408, 425 and 429 ask for patience; 409 is the same idempotency key at work in another call.
const laterStatuses = new Set([408, 409, 425, 429])

/** What an answer that is no success means, or a success that cannot be read: the thing asked for may have been done. */
export function paymentFailure(call: VendorCall): PaymentFailure {
  if (!call.answered) return { outcome: 'unavailable', detail: call.handOver.detail }
  const isRefusal = call.status >= 400 && call.status < 500 && !laterStatuses.has(call.status)
  return { outcome: isRefusal ? 'refused' : 'unavailable', detail: `HTTP ${call.status}` }
}
