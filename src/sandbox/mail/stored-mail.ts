import { deflateRawSync, inflateRawSync } from 'node:zlib'
import PostalMime, { type Attachment } from 'postal-mime'

/** A stored mail: compressed, because thousands of parsed ones with their calendar parts would fill the memory. */
export type CompactMail = {
  readonly id: string
  readonly to: readonly string[]
  readonly envelopeFrom: string
  readonly deflated: Buffer
  readonly receivedAt: Temporal.Instant
  readonly clockAt: Temporal.Instant
}

export type StoredMail = {
  readonly id: string
  /** The client reference of the bounce address or the Message-ID. */
  readonly reference: string | null
  readonly to: string
  readonly from: string
  readonly envelopeFrom: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** By lower-case name; a header that occurs several times is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly attachments: readonly {
    readonly filename: string | null
    readonly contentType: string
    /** The METHOD of a calendar part. */
    readonly method: string | null
    readonly encoding: 'utf8' | 'base64'
    readonly content: string
  }[]
  readonly receivedAt: Temporal.Instant
  readonly clockAt: Temporal.Instant
}

export function compactMail(mail: Omit<CompactMail, 'deflated'> & { readonly raw: Buffer }): CompactMail {
  const { raw, ...rest } = mail
  // Copied, because zlib hands out a slice of a much larger block and would keep all of it.
  return { ...rest, deflated: Buffer.copyBytesFrom(deflateRawSync(raw, { level: 1 })) }
}

export async function readMail(mail: CompactMail): Promise<StoredMail> {
  const parsed = await PostalMime.parse(inflateRawSync(mail.deflated))
  return {
    id: mail.id,
    reference: referenceOf(mail.envelopeFrom) ?? referenceOf(parsed.messageId ?? ''),
    to: mail.to.join(', '),
    from: parsed.from?.address ?? mail.envelopeFrom,
    envelopeFrom: mail.envelopeFrom,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: headerRecord(parsed.headers),
    attachments: parsed.attachments.map(readAttachment),
    receivedAt: mail.receivedAt,
    clockAt: mail.clockAt,
  }
}

function referenceOf(address: string): string | null {
  return /(?:^<?|\+)([0-9a-f]{32})(?=[.@])/i.exec(address)?.[1] ?? null
}

function headerRecord(headers: readonly { readonly key: string; readonly value: string }[]): StoredMail['headers'] {
  const values = Map.groupBy(headers, (header) => header.key)
  return Object.fromEntries(
    [...values].map(([key, list]) => {
      const [only] = list
      return [key, list.length === 1 && only ? only.value : list.map((header) => header.value)]
    }),
  )
}

function readAttachment(part: Attachment): StoredMail['attachments'][number] {
  const bytes = Buffer.from(typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content))
  const isText = part.mimeType.startsWith('text/') || part.mimeType === 'application/ics'
  const encoding = isText ? 'utf8' : 'base64'
  const method = part.method ?? null
  return { filename: part.filename, contentType: part.mimeType, method, encoding, content: bytes.toString(encoding) }
}
