import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import {
  ClientRequestId,
  described,
  formatInstant,
  HolderPathId,
  Identifier,
  Instant,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { hasStartedSetup } from './setup-store.ts'
import { startOrJoinSetup } from './start-setup.ts'

const StartedSetup = strictObject(
  {
    setupId: described(Identifier, 'Id of the set-up.'),
    redirectUrl: Type.String({
      maxLength: 2048,
      description:
        'A page of the payment provider, where a person gives the mandate; with the sandbox, one of its own.',
      examples: ['https://www.mollie.com/checkout/select-method/7UhSN1zuXS'],
    }),
    expiresAt: described(Instant, 'When the page expires.'),
    status: oneOf(['setup_pending'], {
      description: 'Always pending; the billing status shows the outcome.',
    }),
  },
  { title: 'PaymentSetup' },
)

export const startHolderPaymentSetup = operation({
  operationId: 'startHolderPaymentSetup',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/billing/payment-setup',
  tag: 'Billing',
  summary: 'Start setting up payment',
  description:
    'Returns the address of a page of the payment provider, which a person must open. The outcome comes only from the provider: poll the billing status. While a set-up is pending, another call returns the same one.',
  role: 'platform_holder_user',
  scope: 'billing:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'onboarding' },
  target: { readBy: 'getHolderBillingStatus', shows: ['status'] },
  isSensitive: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    paymentConsent: Type.Literal(true, {
      description: 'That a person agreed to pay. Missing or false gives EXPLICIT_CONSENT_REQUIRED.',
    }),
    locale: Type.Optional(described(Locale, "Language of the provider's page; defaults to the organization's.")),
  }),
  success: [201],
  data: StartedSetup,
  errors: ['EXPLICIT_CONSENT_REQUIRED', 'REQUEST_ID_REUSED', 'PROVIDER_UNAVAILABLE', 'NOT_CONFIGURED'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05' },
    body: { clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11', paymentConsent: true, locale: 'nl' },
    data: {
      setupId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
      redirectUrl: 'https://www.mollie.com/checkout/select-method/7UhSN1zuXS',
      expiresAt: '2026-12-03T13:45:00.000Z',
      status: 'setup_pending',
    },
  },
}).handleInSteps(async (ctx, { body }) => {
  const provider = ctx.services.payments.chosen
  if (!provider) throw new AppError('NOT_CONFIGURED')
  const { setupId, redirectUrl, expiresAt } = await startOrJoinSetup(ctx, provider, { locale: body.locale ?? null })
  ctx.touch(setupId)
  return { setupId, redirectUrl, expiresAt: formatInstant(expiresAt), status: 'setup_pending' as const }
}, hasStartedSetup)
