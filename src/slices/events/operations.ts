import { createWebhookEndpoint } from '#/slices/events/endpoints/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from '#/slices/events/endpoints/delete-webhook-endpoint.ts'
import { getWebhookEndpoint } from '#/slices/events/endpoints/get-webhook-endpoint.ts'
import { listWebhookEndpoints } from '#/slices/events/endpoints/list-webhook-endpoints.ts'
import { recoverWebhookEndpoint } from '#/slices/events/endpoints/recover-webhook-endpoint.ts'
import { rotateWebhookEndpointSecret } from '#/slices/events/endpoints/rotate-webhook-endpoint-secret.ts'
import { testWebhookEndpoint } from '#/slices/events/endpoints/test-webhook-endpoint.ts'
import { updateWebhookEndpoint } from '#/slices/events/endpoints/update-webhook-endpoint.ts'
import { getEvent } from '#/slices/events/feed/get-event.ts'
import { listEvents } from '#/slices/events/feed/list-events.ts'
import { getWebhookDelivery } from '#/slices/events/log/get-webhook-delivery.ts'
import { listWebhookDeliveries } from '#/slices/events/log/list-webhook-deliveries.ts'
import { resendWebhookDelivery } from '#/slices/events/log/resend-webhook-delivery.ts'

export const eventOperations = [
  listEvents,
  getEvent,
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
]
