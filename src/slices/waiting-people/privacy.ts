import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { endProposalsOfEntries } from './privacy-store.ts'

export const waitingPeoplePrivacy: readonly TablePrivacy[] = [
  {
    table: 'link_proposal',
    fields: { pseudonyms: ['holder_recipient_ids'] },
    retention: {
      until: '30 days',
      pages: [
        shortTerm('30 days', {
          name: 'erase_link_proposals',
          table: 'link_proposal',
          key: 'platform_holder_id, id',
          by: 'proposed_at',
        }),
      ],
    },
    erasure: { ofEntries: [endProposalsOfEntries] },
    copy: { none: 'ids alone, until staff decide; the link itself is copied' },
  },
]
