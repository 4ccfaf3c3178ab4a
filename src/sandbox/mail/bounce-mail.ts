import { randomUUID } from 'node:crypto'

export type Bounce = {
  /** The envelope sender of the mail that bounced; the notification is addressed to it. */
  readonly envelopeFrom: string
  readonly recipient: string
  /** ENVID of RFC 3461, when the sender gave one. */
  readonly envelopeId: string | null
  readonly originalMessageId: string | null
  readonly action: 'failed' | 'delayed'
  /** Enhanced status code of RFC 3463, for example 5.1.1. */
  readonly status: string
  readonly diagnostic: string
  readonly at: Temporal.Instant
}

/** A delivery status notification as mail servers write it (RFC 3464, RFC 6522). */
export function bounceMail(bounce: Bounce): string {
  const boundary = `bounce-${randomUUID()}`
  const date = new Date(bounce.at.epochMilliseconds).toUTCString().replace('GMT', '+0000')
  const failed = bounce.action === 'failed'
  const lines = [
    'From: Mail Delivery System <MAILER-DAEMON@sandbox.invalid>',
    `To: ${bounce.envelopeFrom}`,
    `Subject: ${failed ? 'Undelivered Mail Returned to Sender' : 'Delayed Mail (still being retried)'}`,
    `Date: ${date}`,
    `Message-ID: <${randomUUID()}@sandbox.invalid>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your message to ${bounce.recipient} ${failed ? 'could not be delivered' : 'has not been delivered yet'}.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.invalid',
    ...(bounce.envelopeId ? [`Original-Envelope-Id: ${bounce.envelopeId}`] : []),
    `Arrival-Date: ${date}`,
    '',
    `Original-Recipient: rfc822;${bounce.recipient}`,
    `Final-Recipient: rfc822;${bounce.recipient}`,
    `Action: ${bounce.action}`,
    `Status: ${bounce.status}`,
    `Diagnostic-Code: smtp; ${bounce.diagnostic}`,
    `Last-Attempt-Date: ${date}`,
    '',
    `--${boundary}`,
    'Content-Type: message/rfc822-headers',
    '',
    ...(bounce.originalMessageId ? [`Message-ID: ${bounce.originalMessageId}`] : []),
    `To: ${bounce.recipient}`,
    '',
    `--${boundary}--`,
    '',
  ]
  return lines.join('\r\n')
}
