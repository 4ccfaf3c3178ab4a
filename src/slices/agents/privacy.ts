import { shortTerm } from '#/kernel/postgres/erasing.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { eraseProposals } from './privacy-store.ts'

export const agentsPrivacy: readonly TablePrivacy[] = [
  {
    table: 'voice_proposal',
    fields: {
      personal: ['stored_input', 'about', 'changes', 'result'],
      pseudonyms: ['subjects'],
      other: ['operation_id', 'timezone', 'error_code'],
    },
    retention: {
      until: '24 hours',
      pages: [
        shortTerm('24 hours', {
          name: 'erase_voice_proposals',
          table: 'voice_proposal',
          key: 'platform_holder_id, id',
          by: 'created_at',
        }),
      ],
    },
    erasure: { ofEntries: [eraseProposals] },
    copy: { none: 'what was proposed to staff on the last day; what became of it shows in the appointments' },
  },
  {
    table: 'voice_session',
    fields: { personal: ['locale'], pseudonyms: ['encrypted_url'], other: ['agent_version'] },
    retention: {
      until: '24 hours; the address as long as it is good',
      pages: [
        shortTerm('24 hours', {
          name: 'erase_voice_sessions',
          table: 'voice_session',
          key: 'platform_holder_id, id',
          by: 'created_at',
        }),
        shortTerm('0 seconds', {
          name: 'erase_voice_urls',
          table: 'voice_session',
          key: 'platform_holder_id, id',
          by: 'url_expires_at',
          where: 'encrypted_url is not null',
          set: 'encrypted_url = null',
        }),
      ],
    },
    erasure: { none: 'of staff' },
    copy: { none: 'of staff' },
  },
]
