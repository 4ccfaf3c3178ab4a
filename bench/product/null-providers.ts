import { noTurns } from '#/kernel/flow/turns.ts'
import type { HandOver } from '#/ports/delivery.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'

const accept = async ({ reference }: { reference: string }): Promise<HandOver> => ({
  outcome: 'accepted',
  providerMessageId: reference,
  providerCode: null,
})

/** Accepts every text message at once and stores nothing. */
export const nullSms: SmsProvider = {
  name: 'null',
  turns: noTurns,
  send: accept,
  find: async () => ({ found: 'cannot_tell' }),
  readReceipts: () => 'malformed',
  emptyReceipt: () => ({ url: 'http://localhost', headers: {}, rawBody: '' }),
  readInbound: () => 'malformed',
  inboundAnswer: { contentType: 'text/plain', body: '' },
}

/** The same for mail. */
export const nullEmail: EmailProvider = {
  name: 'null',
  turns: noTurns,
  tellsDeparture: false,
  send: accept,
  readBounce: async () => 'unrelated',
  close: async () => undefined,
}
