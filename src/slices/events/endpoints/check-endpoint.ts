import { invalid, type Fault } from '#/kernel/errors.ts'
import type { Services } from '#/kernel/context.ts'
import type { EventType } from '#/kernel/event-type.ts'
import type { WebhookSender } from '#/ports/webhooks.ts'
import type { EndpointChoice } from './endpoint-store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** Every kind of event. */
    readonly eventTypes: readonly EventType[]
    /** Sends events to the endpoints of holders. */
    readonly webhooks: WebhookSender
  }
}

/** @throws AppError VALIDATION_FAILED for an address that may not be called, or a type that does not exist */
export function checkEndpoint({ webhooks, eventTypes }: Services, choice: Partial<EndpointChoice>): void {
  const faults: Fault[] = []
  const refusal = choice.url === undefined ? null : webhooks.refusalOf(choice.url)
  if (refusal !== null) faults.push({ path: 'url', code: 'not_allowed', message: refusal })
  const known = new Set(eventTypes.map(({ type }) => type))
  for (const [index, type] of (choice.eventTypes ?? []).entries()) {
    if (!known.has(type))
      faults.push({ path: `eventTypes.${index}`, code: 'not_allowed', message: 'There is no such type of event.' })
  }
  if (faults.length > 0) throw invalid(...faults)
}
