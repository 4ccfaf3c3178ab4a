import { getWebhookDelivery } from '#/slices/webhooks/deliveries/get-webhook-delivery.ts'
import { listWebhookDeliveries } from '#/slices/webhooks/deliveries/list-webhook-deliveries.ts'
import { resendWebhookDelivery } from '#/slices/webhooks/deliveries/resend-webhook-delivery.ts'
import { createWebhookEndpoint } from '#/slices/webhooks/endpoints/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from '#/slices/webhooks/endpoints/delete-webhook-endpoint.ts'
import { getWebhookEndpoint } from '#/slices/webhooks/endpoints/get-webhook-endpoint.ts'
import { listWebhookEndpoints } from '#/slices/webhooks/endpoints/list-webhook-endpoints.ts'
import { recoverWebhookEndpoint } from '#/slices/webhooks/acts/recover-webhook-endpoint.ts'
import { rotateWebhookEndpointSecret } from '#/slices/webhooks/acts/rotate-webhook-endpoint-secret.ts'
import { testWebhookEndpoint } from '#/slices/webhooks/acts/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from '#/slices/webhooks/endpoints/update-webhook-endpoint.ts'

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
