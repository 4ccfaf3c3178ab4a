import type { TablePrivacy } from '#/kernel/privacy.ts'
import { copiedProfile } from '#/slices/recipients/copy/copied-profile.ts'
import { eraseRecipient } from './privacy-store.ts'

export const recipientsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'recipient',
    readers: ['deletion-requests', 'recipient-sign-in'],
    isOfNoHolder: true,
    fields: {
      personal: ['display_name', 'locale', 'timezone', 'phone_number_e164', 'email', 'preferences'],
    },
    retention: { until: 'erasure', endedBy: 'the recipient, who asks for it' },
    erasure: { ofRecipient: [eraseRecipient] },
    copy: { part: copiedProfile },
  },
]
