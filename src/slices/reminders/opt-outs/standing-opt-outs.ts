import { described, formatInstantOrNull, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { Channel } from '#/slices/reminders/words/words.ts'
import type { StandingOptOutRow } from './standing-store.ts'

const sources = ['sms_reply', 'list_unsubscribe', 'staff', 'provider', 'app', 'erasure'] as const

/** That messages by one channel reach somebody no more, and where that comes from. */
export const StandingOptOut = strictObject(
  {
    channel: Channel,
    source: oneOf(sources, {
      description:
        'Where it comes from: a STOP by text message, the link of a mail, your staff or the operator, the SMS provider, the app, or an erasure.',
    }),
    since: nullable(described(Instant, 'Since when, or null where that is not known.')),
  },
  { title: 'StandingOptOut' },
)

export function toStandingOptOut({ channel, source, since }: StandingOptOutRow) {
  return { channel, source, since: formatInstantOrNull(since) }
}
