import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
  UpdatedAt,
} from '#/kernel/schema.ts'
import type { BillingStatus, FailureCode, MandateStatus } from './billing-state.ts'

/** Where a holder's payment set-up stands. No tariffs, invoices or amounts. */
export const BillingStatusView = strictObject(
  {
    status: oneOf(['not_started', 'setup_pending', 'active', 'action_required', 'failed'], {
      title: 'BillingState',
      description: 'Changes only on a report from the payment provider, never when a browser returns.',
    }),
    paymentProvider: nullable(
      Type.String({ maxLength: 40, description: 'The payment provider; null before a set-up.', examples: ['mollie'] }),
    ),
    method: nullable(
      strictObject(
        {
          type: oneOf(['sepa_direct_debit', 'card', 'ideal'], { description: 'Kind of payment method.' }),
          label: Type.String({
            maxLength: 40,
            description: 'Account or card number, masked.',
            examples: ['•••• 4300'],
          }),
          validUntil: nullable(
            Type.String({
              format: 'date',
              description: 'Last day it is valid, or null.',
              examples: ['2028-12-31'],
            }),
          ),
        },
        { title: 'PaymentMethod', description: 'The payment method, or null.' },
      ),
    ),
    mandateStatus: oneOf(['none', 'pending', 'valid', 'invalid'], {
      description: 'Whether the provider may collect payments.',
    }),
    currentSetupId: nullable(described(Identifier, 'The pending set-up, or null.')),
    setupExpiresAt: nullable(described(Instant, 'When the pending set-up expires, or null.')),
    lastEventAt: nullable(described(Instant, 'When the provider last reported, or null.')),
    failureCode: nullable(
      oneOf(['cancelled_by_user', 'expired', 'declined', 'provider_error'], {
        description: 'Why the last set-up failed, or null.',
      }),
    ),
    consentRecordedAt: nullable(described(Instant, 'When staff consented, or null.')),
    updatedAt: UpdatedAt,
  },
  { title: 'BillingStatus' },
)
export type BillingStatusView = Static<typeof BillingStatusView>

export type BillingRow = {
  readonly status: BillingStatus
  readonly provider: string | null
  readonly mandateStatus: MandateStatus
  readonly methodType: 'sepa_direct_debit' | 'card' | 'ideal' | null
  readonly methodLabel: string | null
  readonly methodValidUntil: string | null
  readonly currentSetupId: string | null
  readonly setupExpiresAt: Temporal.Instant | null
  readonly lastEventAt: Temporal.Instant | null
  readonly failureCode: FailureCode | null
  readonly consentRecordedAt: Temporal.Instant | null
  readonly updatedAt: Temporal.Instant
}

export function toBillingStatusView(row: BillingRow): BillingStatusView {
  return {
    status: row.status,
    paymentProvider: row.provider,
    method: row.methodType && {
      type: row.methodType,
      label: row.methodLabel ?? '',
      validUntil: row.methodValidUntil,
    },
    mandateStatus: row.mandateStatus,
    currentSetupId: row.currentSetupId,
    setupExpiresAt: formatInstantOrNull(row.setupExpiresAt),
    lastEventAt: formatInstantOrNull(row.lastEventAt),
    failureCode: row.failureCode,
    consentRecordedAt: formatInstantOrNull(row.consentRecordedAt),
    updatedAt: formatInstant(row.updatedAt),
  }
}

export const billingExample: BillingStatusView = {
  status: 'active',
  paymentProvider: 'mollie',
  method: { type: 'sepa_direct_debit', label: '•••• 4300', validUntil: null },
  mandateStatus: 'valid',
  currentSetupId: null,
  setupExpiresAt: null,
  lastEventAt: '2026-12-03T13:30:00.000Z',
  failureCode: null,
  consentRecordedAt: '2026-12-03T13:28:00.000Z',
  updatedAt: '2026-12-03T13:30:00.000Z',
}
