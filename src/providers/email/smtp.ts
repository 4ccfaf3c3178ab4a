import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'

import type { HandOver } from '#/ports/delivery.ts'
import type { EmailMessage, EmailProvider } from '#/ports/email.ts'
import { isLoopback, type DestinationGuard } from '#/providers/destination-guard.ts'
import { bounceAddress } from './bounce-address.ts'
import { readBounceMail } from './read-bounce.ts'
import { turns } from '#/kernel/flow/turns.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:587` (STARTTLS, required in production) or `smtps://user:password@host:465`. */
  readonly url: string
  /** The address in `From`; its display name comes with each message. */
  readonly fromAddress: string
  /** Domain of the envelope sender and of the Message-ID; its mail must reach the bounce webhook. */
  readonly bounceDomain: string
  /** Secrets in force for bounce addresses: the first signs, all of them verify (rotation). */
  readonly bounceSecrets: readonly [string, ...string[]]
  readonly guard: DestinationGuard
  /** At most this many connections, and so mails at once; default 5. */
  readonly maxConnections?: number
  /** At most this many mails per second; default unlimited. */
  readonly perSecond?: number
}

/** Hands mail to an SMTP relay over a pool of kept connections. */
export function smtpEmail(options: SmtpOptions): EmailProvider {
  const { guard, maxConnections = 5, perSecond = Number.POSITIVE_INFINITY } = options
  const url = smtpUrl(options.url)
  const pool = createTransport({
    pool: true,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    // A relay on the same machine may be plain; over a network production mail is never sent in the clear.
    requireTLS: url.protocol === 'smtp:' && guard.isProduction && !isLoopback(url.hostname),
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    maxConnections,
    // For a pooled connection that the relay has dropped meanwhile; nodemailer requeues only what was never read.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  pool.use('stream', (mail, done) => {
    mail.message?.processFunc((whole) => Readable.from(endingAfter(whole, progressOf(mail.data).onWholeMessageRead)))
    done()
  })

  return {
    name: 'smtp',
    // A mail that waits in the pool for a connection would use up its time limit there.
    turns: turns({ atOnce: maxConnections, perSecond }),
    // Connecting, greetings and the mail itself take most of the time, and prove nothing; only the final dot counts.
    tellsDeparture: true,
    async send(message, signal, onLeaving) {
      const refusal = guard.refusal(url, message.to)
      if (refusal) return refusal
      if (!isOneAddress(message.to)) return unsendable('EENVELOPE')
      if (signal.aborted) return { outcome: 'unreachable', detail: 'aborted before the call' }
      let wholeMessageRead = false
      const progress: ProgressOptions = {
        async onWholeMessageRead() {
          await onLeaving?.()
          signal.throwIfAborted()
          wholeMessageRead = true
        },
      }
      try {
        const info = await pool.sendMail({ ...mailOf(message, options), ...progress, signal })
        return { outcome: 'accepted', providerMessageId: info.messageId, providerCode: info.response.slice(0, 3) }
      } catch (error) {
        return handOverOf(error, wholeMessageRead)
      }
    },
    readBounce: (rawMime) =>
      readBounceMail(rawMime, { bounceDomain: options.bounceDomain, secrets: options.bounceSecrets }),
    close: async () => pool.close(),
  }
}

function smtpUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new Error('The SMTP URL must look like smtp://host:587 or smtps://host:465.')
  }
  return url
}

/**
 * Called and awaited when the connection has read the last byte of the message. The final dot, on which the server
 * accepts it, follows: a failure before this resolves proves that nothing was accepted. Travels in nodemailer's mail
 * data, which keeps unknown fields.
 */
type ProgressOptions = { readonly onWholeMessageRead: () => Promise<void> }

/** Read only as fast as the connection takes it, so that its end comes when all else was sent. */
async function* endingAfter(whole: AsyncIterable<Buffer>, onRead: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* whole
  await onRead()
}

/** Safe: `send` puts the field there, which nodemailer's type does not list. */
function progressOf(data: object): ProgressOptions {
  return data as ProgressOptions
}

/**
 * Nodemailer takes `a@x, b@y` for a list, even in an envelope; a message has one recipient. Nobody's address begins an
 * encoded word, which mail programs would decode in `To`.
 */
function isOneAddress(address: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(address) && !address.includes('=?')
}

/**
 * Text for a header. Nodemailer leaves ASCII alone, in which mail programs decode encoded words (RFC 2047), also quoted
 * ones. The word joiner breaks them and, being no ASCII, has the header encoded as a whole.
 */
function headerText(text: string): string {
  return text.replaceAll('=?', '=\u2060?')
}

function mailOf(message: EmailMessage, options: SmtpOptions): SendMailOptions {
  const { bounceDomain, bounceSecrets, fromAddress } = options
  return {
    from: { name: headerText(message.fromName), address: fromAddress },
    to: { name: '', address: message.to },
    envelope: { from: bounceAddress(message.reference, bounceDomain, bounceSecrets[0]), to: [message.to] },
    messageId: `<${message.reference}@${bounceDomain}>`,
    subject: headerText(message.subject),
    text: message.text,
    html: message.html,
    // RFC 3461: a relay with DSN reports failures and delays to the bounce address, with our reference.
    dsn: { id: message.reference, return: 'headers', notify: ['failure', 'delay'], recipient: message.to },
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': message.locale,
      ...(message.unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    // A nested list makes one header, as RFC 8058 asks; a flat one would make several.
    ...(message.unsubscribeUrl && { list: { unsubscribe: [[message.unsubscribeUrl]] } }),
    ...(message.calendar && {
      icalEvent: { method: message.calendar.method, filename: 'appointment.ics', content: message.calendar.content },
    }),
  }
}

/** Authentication required, too weak, failed, or only over TLS (RFC 4954, section 6). */
const accountCodes = new Set([530, 534, 535, 538])

/** Commands after which a 5xx is about this message; before them it is about our account or connection. */
const messageCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** At MAIL FROM: too large, and parameters that the relay does not take (RFC 5321, section 4.2.3). All else there is about the sender, us. */
const messageCodesAtSender = new Set([552, 555])

function isAboutAccount(responseCode: number, command: string | undefined): boolean {
  if (accountCodes.has(responseCode)) return true
  return command === 'MAIL FROM' && responseCode >= 500 && !messageCodesAtSender.has(responseCode)
}

function handOverOf(error: unknown, wholeMessageRead: boolean): HandOver {
  if (!(error instanceof Error)) throw error
  const { code, responseCode, command } = error as Error & { code?: string; responseCode?: number; command?: string }
  if (code === undefined && responseCode === undefined) throw error
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 600) {
    const isAccount = isAboutAccount(responseCode, command)
    return {
      outcome: 'refused',
      permanent: responseCode >= 500 && messageCommands.has(command ?? '') && !isAccount,
      reason: 'provider_refused',
      providerCode: String(responseCode),
      retryAfterSeconds: null,
      ...(isAccount && { isAboutAccount: true }),
    }
  }
  const detail = [code, command].filter(Boolean).join(' ')
  // Any other reply to the final dot refuses nothing.
  if (wholeMessageRead) return { outcome: 'unknown', detail }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return unsendable(code)
  return { outcome: 'unreachable', detail }
}

/** An address or message that nodemailer itself refuses. */
function unsendable(providerCode: string): HandOver {
  return { outcome: 'refused', permanent: true, reason: 'provider_refused', providerCode, retryAfterSeconds: null }
}
