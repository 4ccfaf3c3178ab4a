import { getWebhookDelivery } from './deliveries/get-webhook-delivery.ts'
import { listWebhookDeliveries } from './deliveries/list-webhook-deliveries.ts'
import { resendWebhookDelivery } from './deliveries/resend-webhook-delivery.ts'
import { createWebhookEndpoint } from './endpoints/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './endpoints/delete-webhook-endpoint.ts'
import { getWebhookEndpoint } from './endpoints/get-webhook-endpoint.ts'
import { listWebhookEndpoints } from './endpoints/list-webhook-endpoints.ts'
import { recoverWebhookEndpoint } from './endpoints/recover-webhook-endpoint.ts'
import { rotateWebhookEndpointSecret } from './endpoints/rotate-webhook-endpoint-secret.ts'
import { testWebhookEndpoint } from './endpoints/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from './endpoints/update-webhook-endpoint.ts'

export const webhookOperations = [
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpointSecret,
  testWebhookEndpoint,
  recoverWebhookEndpoint,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
] as const
