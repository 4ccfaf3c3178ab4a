import type { PaymentFailure } from '#/ports/billing.ts'
import type { VendorCall } from '#/providers/vendor-call.ts'

// 408, 425 and 429 ask to retry later; 409 means another call with the same idempotency key is under way.
const laterStatuses = new Set([408, 409, 425, 429])

/** What an error answer means, or a success that cannot be read. When `unavailable`, the call may have taken effect. */
export function paymentFailure(call: VendorCall): PaymentFailure {
  if (!call.answered) return { outcome: 'unavailable', detail: call.handOver.detail }
  const isRefusal = call.status >= 400 && call.status < 500 && !laterStatuses.has(call.status)
  return { outcome: isRefusal ? 'refused' : 'unavailable', detail: `HTTP ${call.status}` }
}
