import { longTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'

export const billingPrivacy: readonly TablePrivacy[] = [
  {
    table: 'payment_setup',
    fields: {
      personal: ['method_label'],
      pseudonyms: ['customer_reference', 'setup_reference', 'mandate_reference', 'redirect_url'],
      other: ['locale'],
    },
    retention: {
      until: 'the holder is deleted; one that came to nothing 90 days',
      pages: [
        longTerm('90 days', {
          name: 'erase_payment_setups',
          table: 'payment_setup',
          key: 'platform_holder_id, id',
          by: 'created_at',
          where: `state in ('failed', 'abandoned') and not exists (
      select 1 from billing_account b where b.platform_holder_id = payment_setup.platform_holder_id
        and payment_setup.id in (b.current_setup_id, b.mandate_setup_id))`,
        }),
      ],
    },
    erasure: { none: 'of the holder' },
    copy: { none: 'of the holder' },
  },
  { table: 'billing_account', fields: {}, holds: 'which set-up of a holder counts' },
]
