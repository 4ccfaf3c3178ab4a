import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import type { SmsProvider } from '#/ports/sms.ts'
import { callVendor } from '#/providers/vendor-call.ts'

type Find = SmsProvider['find']
type Found = Awaited<ReturnType<Find>>

/** Pages of a hundred; a destination with more messages than this since `since` is not ours to judge. */
const mostPages = 20
const pageSize = 100
/** Twilio's timestamps have whole seconds, and its clock is not ours. */
const clockToleranceSeconds = 60

/**
 * Looks for an outbound message with this destination and text in Twilio's message list. Twilio does not give the callback
 * URL back, so the text stands in for the reference. `absent` only after every page has been read.
 */
export async function findTwilioMessage(
  account: { readonly messagesUrl: URL; readonly authorization: string },
  message: Parameters<Find>[0],
  since: Temporal.Instant,
  signal: AbortSignal,
): Promise<Found> {
  const notBefore = since.subtract({ seconds: clockToleranceSeconds })
  let url: URL | null = firstPage(account.messagesUrl, message.to, notBefore)
  for (let page = 0; url && page < mostPages; page += 1) {
    const call = await callVendor(url, { headers: { authorization: account.authorization } }, signal)
    if (!call.answered || call.status !== 200 || !Value.Check(messagePage, call.body)) return { found: 'cannot_tell' }
    const match = call.body.messages.find((candidate) => isSameMessage(candidate, message, notBefore))
    if (match) return { found: 'accepted', providerMessageId: match.sid }
    url = nextPage(account.messagesUrl, call.body.next_page_uri)
  }
  return { found: url ? 'cannot_tell' : 'absent' }
}

const listedMessage = Type.Object({
  sid: Type.String(),
  to: Type.String(),
  body: Type.Union([Type.String(), Type.Null()]),
  direction: Type.String(),
  date_created: Type.Union([Type.String(), Type.Null()]),
})
const messagePage = Type.Object({
  messages: Type.Array(listedMessage),
  next_page_uri: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

function firstPage(messagesUrl: URL, to: string, notBefore: Temporal.Instant): URL {
  const url = new URL(messagesUrl)
  url.searchParams.set('To', to)
  // The filter is called `DateSent>` and takes a day in UTC; the exact instant is compared below.
  url.searchParams.set('DateSent>', notBefore.toZonedDateTimeISO('UTC').toPlainDate().toString())
  url.searchParams.set('PageSize', String(pageSize))
  return url
}

/** Only the path and query of the vendor's link are taken: the credentials go to the configured host and no other. */
function nextPage(messagesUrl: URL, uri: string | null | undefined): URL | null {
  if (!uri) return null
  const link = new URL(uri, messagesUrl)
  const url = new URL(messagesUrl)
  url.search = link.search
  return url
}

function isSameMessage(
  candidate: Static<typeof listedMessage>,
  message: Parameters<Find>[0],
  notBefore: Temporal.Instant,
): boolean {
  if (!candidate.direction.startsWith('outbound') || candidate.to !== message.to) return false
  if (candidate.body !== message.text || candidate.date_created === null) return false
  const createdMs = Date.parse(candidate.date_created)
  return createdMs >= notBefore.epochMilliseconds
}
