import type { Inbox, StoredSms } from '#/sandbox/inbox/inbox.ts'

/** A message as Twilio's API shows it, with test-clock times. */
export function twilioMessageResource(sms: StoredSms, accountSid: string) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sms.id}.json`
  const at = rfc2822(sms.clockAt)
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: sms.text,
    date_created: at,
    date_sent: sms.status === 'queued' ? null : at,
    date_updated: at,
    direction: 'outbound-api',
    error_code: sms.errorCode,
    error_message: null,
    from: sms.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(sms.segments),
    price: null,
    price_unit: 'USD',
    sid: sms.id,
    status: sms.status,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
    to: sms.to,
    uri,
  }
}

/** The list with Twilio's filters `To`, `From` and `DateSent` (`DateSent>`, `DateSent<`), newest first, in pages. */
export function twilioMessagePage(inbox: Inbox, query: Readonly<Record<string, string>>, accountSid: string) {
  const pageSize = Math.min(Math.max(Number(query['PageSize'] ?? 50) || 50, 1), 1000)
  const page = Math.max(Number(query['Page'] ?? 0) || 0, 0)
  const matching = inbox
    .listSms({ to: query['To'] ?? null, after: null, limit: Number.MAX_SAFE_INTEGER }, 'twilio')
    .filter((sms) => (!query['From'] || sms.from === query['From']) && isWithin(sms, query))
  const start = page * pageSize
  const shown = matching.slice(start, start + pageSize)
  const uriOf = (number: number) => {
    const search = new URLSearchParams({ ...query, PageSize: String(pageSize), Page: String(number) })
    return `/2010-04-01/Accounts/${accountSid}/Messages.json?${search}`
  }
  return {
    messages: shown.map((sms) => twilioMessageResource(sms, accountSid)),
    first_page_uri: uriOf(0),
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    uri: uriOf(page),
    next_page_uri: start + pageSize < matching.length ? uriOf(page + 1) : null,
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(shown.length - 1, 0),
  }
}

/** Twilio's error body. */
export function twilioProblem(status: number, code: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
}

/**
 * `DateSent=` is a day in UTC; `DateSent>` is a day or instant and later, `DateSent<` and earlier. A message that still
 * waits to be sent matches none of them.
 */
function isWithin({ clockAt: at, status }: StoredSms, query: Readonly<Record<string, string>>): boolean {
  const day = query['DateSent']
  const from = query['DateSent>'] ?? day
  const until = query['DateSent<'] ?? day
  if (status === 'queued' && (from || until)) return false
  if (from && Temporal.Instant.compare(at, startOf(from)) < 0) return false
  return !until || Temporal.Instant.compare(at, isDay(until) ? startOf(until).add({ hours: 24 }) : startOf(until)) <= 0
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value)
}

function startOf(value: string): Temporal.Instant {
  return Temporal.Instant.from(isDay(value) ? `${value}T00:00:00Z` : value)
}

function rfc2822(instant: Temporal.Instant): string {
  return new Date(instant.epochMilliseconds).toUTCString().replace('GMT', '+0000')
}
