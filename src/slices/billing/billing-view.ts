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
  readonly mandate_status: MandateStatus
  readonly method_type: 'sepa_direct_debit' | 'card' | 'ideal' | null
  readonly method_label: string | null
  readonly method_valid_until: string | null
  readonly current_setup_id: string | null
  readonly setup_expires_at: Temporal.Instant | null
  readonly last_event_at: Temporal.Instant | null
  readonly failure_code: FailureCode | null
  readonly consent_recorded_at: Temporal.Instant | null
  readonly updated_at: Temporal.Instant
}

export function toBillingStatusView(row: BillingRow): BillingStatusView {
  return {
    status: row.status,
    paymentProvider: row.provider,
    method: row.method_type && {
      type: row.method_type,
      label: row.method_label ?? '',
      validUntil: row.method_valid_until,
    },
    mandateStatus: row.mandate_status,
    currentSetupId: row.current_setup_id,
    setupExpiresAt: formatInstantOrNull(row.setup_expires_at),
    lastEventAt: formatInstantOrNull(row.last_event_at),
    failureCode: row.failure_code,
    consentRecordedAt: formatInstantOrNull(row.consent_recorded_at),
    updatedAt: formatInstant(row.updated_at),
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
