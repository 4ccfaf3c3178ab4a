import type { HandOver, Outlet, ProviderTurns, Receipt } from './delivery.ts'

/** One e-mail, rendered and addressed. */
export type EmailMessage = {
  /** Our client reference: 32 lower-case hex digits; it becomes the Message-ID and the VERP bounce address. */
  readonly reference: string
  readonly to: string
  /** Display name of the sender; the address comes from configuration. */
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** BCP 47 language of the message, for the Content-Language header. */
  readonly locale: string
  /** One-click unsubscribe (RFC 8058); null for messages nobody can opt out of, such as sign-in codes. */
  readonly unsubscribeUrl: string | null
  /** iCalendar part (RFC 5545, method per RFC 5546); null when there is none. */
  readonly calendar: { readonly method: 'PUBLISH' | 'CANCEL'; readonly content: string } | null
}

/** A mail of the platform itself, to staff or about a person's own account: without opt-out and calendar part. */
export function serviceMail(
  reference: string,
  to: string,
  { subject, text, html, locale }: Pick<EmailMessage, 'subject' | 'text' | 'html' | 'locale'>,
): EmailMessage {
  return { reference, to, fromName: 'Tijdig', subject, text, html, locale, unsubscribeUrl: null, calendar: null }
}

/** What sending needs of a transport, and what an inbox does in its place. */
export type EmailSender = Pick<EmailProvider, 'name' | 'turns' | 'tellsDeparture' | 'send'>

export type EmailOutlet = Outlet<EmailSender>

/** What every e-mail transport must do for us. Outcomes of the outside world are data. */
export type EmailProvider = {
  readonly name: string
  readonly turns: ProviderTurns
  /** Whether `send` calls `onLeaving`: false for a transport that accepts a mail by one call. */
  readonly tellsDeparture: boolean
  /**
   * Hands one mail over.
   *
   * @param onLeaving called when all but the step by which the server accepts the mail is done. That step waits for it,
   *   and is not taken when it rejects: the outcome is then `unreachable`
   */
  send(message: EmailMessage, signal: AbortSignal, onLeaving?: () => Promise<void>): Promise<HandOver>
  /**
   * Reads a delivery status notification (RFC 3464) that came back to a VERP address.
   * `unrelated` when it is not a bounce of a message of ours, `forged` when its address does not verify.
   */
  readBounce(rawMime: string | Uint8Array): Promise<Receipt | 'unrelated' | 'forged'>
  close(): Promise<void>
}
