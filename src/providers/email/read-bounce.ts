import PostalMime, { type Email } from 'postal-mime'

import type { Receipt } from '#/ports/delivery.ts'
import { readBounceAddress } from './bounce-address.ts'

/**
 * Reads a delivery status notification (RFC 3464). Only `Action: failed` is a receipt: a delay is not an outcome, and
 * `delivered` or `relayed` were not requested. The part for humans is ignored.
 */
export async function readBounceMail(
  rawMime: string | Uint8Array,
  verification: { readonly bounceDomain: string; readonly secrets: readonly string[] },
): Promise<Receipt | 'unrelated' | 'forged'> {
  const mail = await parsedMail(rawMime)
  if (!mail) return 'unrelated'
  const address = bounceAddressOf(mail, verification)
  if (typeof address === 'string') return address
  const status = failedStatusOf(mail)
  if (!status) return 'unrelated'
  return {
    reference: address.reference,
    providerMessageId: null,
    state: 'undelivered',
    reason: 'provider_refused',
    providerCode: status.code,
    at: status.at,
  }
}

async function parsedMail(rawMime: string | Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(beginningOf(rawMime), limits)
  } catch (error) {
    // Postal-mime rejects mail nested too deeply or with oversized headers: no server's bounce looks like that.
    if (error instanceof Error) return null
    throw error
  }
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 131_072, forceRfc822Attachments: true }

/**
 * Anybody can send any mail, and the parser's time grows faster than the number of lines. A report precedes the mail it
 * returns (RFC 6522, section 3), so the beginning is enough.
 */
const mostLines = 4_000

function beginningOf(rawMime: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(rawMime)
  let end = 0
  for (let line = 0; line < mostLines; line += 1) {
    const lineFeed = bytes.indexOf('\n', end)
    if (lineFeed === -1) return bytes
    end = lineFeed + 1
  }
  return bytes.subarray(0, end)
}

/** The bounce comes back to the envelope sender; servers that rewrite `To` keep that address in one of the others. */
const addressHeaders = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

/** Bounded, so that matching stays linear. A domain has at most 253 characters. */
const likeBounceAddress = /(?<![^\s<>,;:"])bounce\+[0-9a-f.]{1,64}@[^\s<>,;:"@]{1,253}/gi

function bounceAddressOf(
  mail: Email,
  { bounceDomain, secrets }: { readonly bounceDomain: string; readonly secrets: readonly string[] },
): ReturnType<typeof readBounceAddress> {
  const addresses = mail.headers
    .filter((header) => addressHeaders.has(header.key))
    .flatMap((header) => header.value.match(likeBounceAddress) ?? [])
  const verdicts = addresses.map((address) => readBounceAddress(address, bounceDomain, secrets))
  return (
    verdicts.find((verdict) => typeof verdict === 'object') ??
    verdicts.find((verdict) => verdict === 'forged') ??
    'unrelated'
  )
}

function failedStatusOf(mail: Email): { readonly code: string | null; readonly at: Temporal.Instant | null } | null {
  const report = mail.attachments.find((part) => part.mimeType === 'message/delivery-status')
  if (!report) return null
  const content = typeof report.content === 'string' ? report.content : new TextDecoder().decode(report.content)
  // One group of fields for the message, then one per recipient, separated by blank lines (RFC 3464, section 2.1).
  const groups = content.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf)
  const failed = groups.find((fields) => fields.get('action')?.toLowerCase() === 'failed')
  if (!failed) return null
  return {
    code: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(failed.get('status') ?? '')?.[0] ?? null,
    at: instantOrNull(failed.get('last-attempt-date') ?? groups[0]?.get('arrival-date')),
  }
}

function fieldsOf(group: string): ReadonlyMap<string, string> {
  const unfolded = group.replaceAll(/\r?\n[ \t]+/g, ' ')
  return new Map(
    unfolded.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : []
    }),
  )
}

function instantOrNull(rfc5322Date: string | undefined): Temporal.Instant | null {
  const epochMs = rfc5322Date ? Date.parse(rfc5322Date) : Number.NaN
  return Number.isNaN(epochMs) ? null : Temporal.Instant.fromEpochMilliseconds(epochMs)
}
