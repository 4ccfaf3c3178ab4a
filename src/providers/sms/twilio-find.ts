import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

import type { SmsProvider } from '#/ports/sms.ts'
import { callVendor } from '#/providers/vendor-call.ts'
import { newsOf } from './twilio-news.ts'

type Find = SmsProvider['find']
type Found = Awaited<ReturnType<Find>>

/** For a destination with more messages than these pages hold, nothing can be said. */
const mostPages = 20
const pageSize = 100
/** Twilio's timestamps have whole seconds, and its clock is not ours. */
const clockToleranceSeconds = 60
/** No call lasts this long, so a message created later came from another one. */
const madeWithinSeconds = 300

/** The link of a message, which no other one has (G11). */
const ownLink = /\/m\/[0-9A-Za-z]{13}(?![0-9A-Za-z])/

/**
 * Looks for an outbound message with this destination and text in Twilio's message list, which does not show the
 * callback URL with our reference. `absent` only after every page has been read, and only when nothing else was sent to
 * this number at that moment: it could be ours, with a text that Twilio rewrote. Not filtered by `DateSent`, which
 * queued messages lack.
 */
export async function findTwilioMessage(
  account: { readonly messagesUrl: URL; readonly authorization: string },
  message: Parameters<Find>[0],
  since: Temporal.Instant,
  signal: AbortSignal,
): Promise<Found> {
  // Such a text is ours whenever it was made: the clock that told `since` may have been wrong. What staff answer has no
  // link, and they may have said the same before.
  const hasOwnLink = ownLink.test(message.text)
  let isAnyOther = false
  let url: URL | null = firstPage(account.messagesUrl, message.to)
  for (let page = 0; url && page < mostPages; page += 1) {
    const call = await callVendor(url, { headers: { authorization: account.authorization } }, signal)
    if (!call.answered || call.status !== 200 || !fits(messagePage, call.body)) return { found: 'cannot_tell' }
    const sent = call.body.messages.filter(({ direction, to }) => direction.startsWith('outbound') && to === message.to)
    const match = sent.find(
      (candidate) => candidate.body === message.text && (hasOwnLink || isOfThatMoment(candidate, since)),
    )
    if (match) {
      const code = match.error_code === null || match.error_code === undefined ? null : String(match.error_code)
      return { found: 'accepted', providerMessageId: match.sid, news: newsOf(match.status, code) }
    }
    isAnyOther ||= sent.some((candidate) => isOfThatMoment(candidate, since))
    url = nextPage(account.messagesUrl, call.body.next_page_uri)
  }
  return { found: url || isAnyOther ? 'cannot_tell' : 'absent' }
}

const listedMessage = Type.Object({
  sid: Type.String(),
  to: Type.String(),
  body: Type.Union([Type.String(), Type.Null()]),
  direction: Type.String(),
  status: Type.String(),
  error_code: Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()])),
  date_created: Type.Union([Type.String(), Type.Null()]),
})
const messagePage = Type.Object({
  messages: Type.Array(listedMessage),
  next_page_uri: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

function firstPage(messagesUrl: URL, to: string): URL {
  const url = new URL(messagesUrl)
  url.searchParams.set('To', to)
  url.searchParams.set('PageSize', String(pageSize))
  return url
}

/** Only the query of the vendor's link is used: the credentials go to the configured host and path only. */
function nextPage(messagesUrl: URL, uri: string | null | undefined): URL | null {
  if (!uri) return null
  const link = new URL(uri, messagesUrl)
  const url = new URL(messagesUrl)
  url.search = link.search
  return url
}

function isOfThatMoment(candidate: Static<typeof listedMessage>, since: Temporal.Instant): boolean {
  // Without a readable time it could be from any moment.
  const afterSeconds = (Date.parse(candidate.date_created ?? '') - since.epochMilliseconds) / 1_000
  return !(afterSeconds < -clockToleranceSeconds || afterSeconds > madeWithinSeconds)
}
