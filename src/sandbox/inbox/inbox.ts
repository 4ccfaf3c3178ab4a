import { randomUUID } from 'node:crypto'

import { cappedLog } from './capped-log.ts'
import { smsEncoding } from '#/sandbox/sms/sms-encoding.ts'
import { compactMail, readMail, type CompactMail, type StoredMail } from '#/sandbox/mail/stored-mail.ts'

export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'

export type StoredSms = {
  readonly id: string
  /** Name of the twin that took it on. */
  readonly provider: string
  readonly reference: string | null
  readonly to: string
  readonly from: string
  readonly text: string
  readonly encoding: 'GSM-7' | 'UCS-2'
  readonly segments: number
  readonly receivedAt: Temporal.Instant
  readonly clockAt: Temporal.Instant
  status: SmsStatus
  errorCode: number | null
}

export type StoredReply = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  readonly receivedAt: Temporal.Instant
  readonly clockAt: Temporal.Instant
}

export type InboxQuery = {
  readonly to: string | null
  /** Only what came in strictly after this real time. */
  readonly after: Temporal.Instant | null
  readonly limit: number
}

/** The latest messages the twins accepted; read newest first. */
export type Inbox = ReturnType<typeof inMemoryInbox>

/** How many messages of each kind are kept; older ones are dropped, so that a sandbox may run for weeks. */
export const inboxCap = 5_000

/** `offsetMs` is test-clock time minus real time. */
export function inMemoryInbox(offsetMs: () => Promise<number>) {
  const sms = cappedLog<StoredSms>(inboxCap)
  const mails = cappedLog<CompactMail>(inboxCap)
  const replies = cappedLog<StoredReply>(inboxCap)
  const nextInstant = strictlyIncreasingNow()
  const readRecently = rememberedReads()

  return {
    async addSms(
      message: Pick<StoredSms, 'id' | 'provider' | 'reference' | 'to' | 'from' | 'text'>,
    ): Promise<StoredSms> {
      const offset = await offsetMs()
      const stored: StoredSms = {
        ...message,
        ...smsEncoding(message.text),
        ...bothTimes(offset),
        status: 'queued',
        errorCode: null,
      }
      sms.add(stored)
      return stored
    },
    async addMail(mail: {
      readonly to: readonly string[]
      readonly envelopeFrom: string
      readonly raw: Buffer
    }): Promise<void> {
      const offset = await offsetMs()
      mails.add(compactMail({ ...mail, id: randomUUID(), ...bothTimes(offset) }))
    },
    async addReply(reply: Pick<StoredReply, 'id' | 'from' | 'to' | 'text'>): Promise<void> {
      const offset = await offsetMs()
      replies.add({ ...reply, ...bothTimes(offset) })
    },
    listSms: (query: InboxQuery, provider?: string): readonly StoredSms[] =>
      sms.newest(query, (item) => isFor([item.to], query.to) && (!provider || item.provider === provider)),
    listReplies: (query: InboxQuery): readonly StoredReply[] =>
      replies.newest(query, (item) => isFor([item.from], query.to)),
    listMails: (query: InboxQuery): Promise<readonly StoredMail[]> =>
      Promise.all(mails.newest(query, (item) => isFor(item.to, query.to)).map(readRecently)),
    findMail: async (id: string): Promise<StoredMail | null> => {
      const mail = mails.find((item) => item.id === id)
      return mail ? readRecently(mail) : null
    },
    findSms: (id: string): StoredSms | null => sms.find((item) => item.id === id),
    clear(): void {
      for (const log of [sms, mails, replies]) log.clear()
    },
  }

  // Read in the same turn as the entry is added, so that the logs stay in order.
  function bothTimes(offset: number) {
    const receivedAt = nextInstant()
    return { receivedAt, clockAt: receivedAt.add({ milliseconds: offset }) }
  }
}

function isFor(addresses: readonly string[], to: string | null): boolean {
  return to === null || addresses.some((address) => address.toLowerCase() === to.toLowerCase())
}

/** The page asks for the same few mails every second, and parsing one is expensive. */
function rememberedReads(): (mail: CompactMail) => Promise<StoredMail> {
  const reads = new Map<CompactMail, Promise<StoredMail>>()
  return (mail) => {
    const known = reads.get(mail)
    if (known) return known
    const read = readMail(mail)
    reads.set(mail, read)
    for (const oldest of reads.keys()) {
      if (reads.size <= 200) break
      reads.delete(oldest)
    }
    return read
  }
}

/** No two messages share a time, so `after` never skips one. */
function strictlyIncreasingNow(): () => Temporal.Instant {
  let last = Temporal.Instant.fromEpochMilliseconds(0)
  return () => {
    const now = Temporal.Now.instant()
    last = Temporal.Instant.compare(now, last) > 0 ? now : last.add({ nanoseconds: 1 })
    return last
  }
}
