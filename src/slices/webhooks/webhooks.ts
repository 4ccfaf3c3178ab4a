/** Tells the systems of an organization what became of things: signed calls of the endpoints it names. */
export { callEndpoint, type Attempt, type AttemptError } from '#/slices/webhooks/deliver/call-endpoint.ts'
export {
  addressFault,
  webhookNetworks,
  type AddressFault,
  type WebhookNetworks,
} from '#/slices/webhooks/deliver/networks.ts'
export { countWebhooks } from '#/slices/webhooks/failing/failing-store.ts'
export { mailWebhookProblem } from '#/slices/webhooks/failing/problem-mail.ts'
export { webhookEndpointDisabled, webhookEndpointFailing, webhookEndpointResent } from './webhook-events.ts'
export { holdDeliveries, releaseHeld, requeueDeliveries, type Requeued } from '#/slices/webhooks/queue/queue.ts'
export { resealWebhookSecrets } from '#/slices/webhooks/secrets/reseal-secrets.ts'
export { makeSecret, openSecrets, sealSecret, type StoredSecret } from '#/slices/webhooks/secrets/secrets.ts'
export { exampleMessage } from '#/slices/webhooks/acts/example-message.ts'
export { startWebhookWorker, type WebhookWorker } from './worker.ts'
export type { Result as WebhookResult } from '#/slices/webhooks/lanes/lane.ts'
