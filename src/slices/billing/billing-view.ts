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
      description: 'Changes only by what the payment provider says when asked, never by the return of a browser.',
    }),
    paymentProvider: nullable(
      Type.String({ maxLength: 40, description: 'Who takes the payment; null before a set-up.', examples: ['mollie'] }),
    ),
    method: nullable(
      strictObject(
        {
          type: oneOf(['sepa_direct_debit', 'card', 'ideal'], { description: 'How is paid.' }),
          label: Type.String({
            maxLength: 40,
            description: 'Account or card number, masked.',
            examples: ['•••• 4300'],
          }),
          validUntil: nullable(
            Type.String({
              format: 'date',
              description: 'Last day of the card; null when it has no end.',
              examples: ['2028-12-31'],
            }),
          ),
        },
        { title: 'PaymentMethod', description: 'What the provider collects by; null before there is one.' },
      ),
    ),
    mandateStatus: oneOf(['none', 'pending', 'valid', 'invalid'], { description: 'Whether the provider may collect.' }),
    currentSetupId: nullable(described(Identifier, 'The set-up that is under way; null when none is.')),
    setupExpiresAt: nullable(described(Instant, 'Until when it can be finished; null when none is under way.')),
    lastEventAt: nullable(described(Instant, 'When the provider last said something; null when it has not.')),
    failureCode: nullable(
      oneOf(['cancelled_by_user', 'expired', 'declined', 'provider_error'], {
        description: 'Why the last set-up failed; null when it did not.',
      }),
    ),
    consentRecordedAt: nullable(described(Instant, 'When staff consented; null when nobody has.')),
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
