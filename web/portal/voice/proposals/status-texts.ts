import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#web/ui/data/status-pill.tsx'
import type { Proposal } from './proposal-card.tsx'

export const statusTexts: Readonly<Record<Proposal['status'], { tone: Tone; name: MessageDescriptor }>> = {
  pending_confirmation: { tone: 'waiting', name: msg`Waiting for you` },
  executing: { tone: 'busy', name: msg`In progress` },
  succeeded: { tone: 'ok', name: msg`Done` },
  failed: { tone: 'danger', name: msg`Not done` },
  stalled: { tone: 'warn', name: msg`Interrupted` },
  timed_out: { tone: 'warn', name: msg`Interrupted` },
  expired: { tone: 'quiet', name: msg`Too late` },
  discarded: { tone: 'quiet', name: msg`Discarded` },
}
