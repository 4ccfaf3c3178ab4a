import type { Sender } from '#/ports/delivery.ts'
import type { EmailMessage } from '#/ports/email.ts'
import type { SmsMessage } from '#/ports/sms.ts'
import type { Channel } from '#/slices/reminders/words/words.ts'
import type { SendHolder, SendRow } from './look-again-store.ts'

/** Rows that go together to one address: one normally, several when same-day grouping joins them (G27). */
export type Addressed = {
  readonly rows: readonly [SendRow, ...SendRow[]]
  readonly channel: Channel
  readonly address: string
}

/** A rendered message with what is recorded of it. */
export type ComposedMessage = {
  readonly locale: string
  /** Another language than asked for (G12). */
  readonly isLocaleFallback: boolean
  readonly templateVersion: string
  readonly segments: number | null
  readonly encoding: 'gsm7' | 'ucs2' | null
  readonly sender: string
  /** Kept for look-ups, erased after 30 days. */
  readonly body: string
} & (
  | { readonly channel: 'sms'; readonly message: SmsMessage }
  | { readonly channel: 'email'; readonly message: EmailMessage }
)

/** On whose behalf a message to the person of these rows goes. */
export function senderOf({ platformHolderId, isTest }: SendHolder, [first]: Addressed['rows']): Sender {
  return { platformHolderId, isTest, appointmentId: first.appointmentId }
}

/** A composed message: recorded as handed over, then handed over once. */
export type Message = Addressed & {
  readonly composed: ComposedMessage
  readonly holder: SendHolder
  readonly messageReference: string
}
