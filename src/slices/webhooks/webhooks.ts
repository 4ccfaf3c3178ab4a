/** Tells the systems of an organization what became of things: signed calls of the endpoints it names. */
export { callEndpoint, type Attempt, type AttemptError } from './deliver/call-endpoint.ts'
export { addressFault, webhookNetworks, type AddressFault, type WebhookNetworks } from './deliver/networks.ts'
export { mailWebhookProblem } from './failing/problem-mail.ts'
export { webhookEndpointDisabled, webhookEndpointFailing } from './webhook-events.ts'
export { holdDeliveries, releaseHeld, requeueDeliveries, type Requeued } from './queue/queue.ts'
export { makeSecret, openSecrets, sealSecret, type StoredSecret } from './secrets.ts'
export { startWebhookWorker, type WebhookWorker } from './worker.ts'
export type { Result as WebhookResult } from './lanes/lane.ts'
