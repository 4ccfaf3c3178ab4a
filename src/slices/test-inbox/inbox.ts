import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { fromReference, newId } from '#/kernel/ids.ts'
import { inTransaction, type HolderTx } from '#/kernel/postgres/db.ts'
import { testInbox, type HandOver, type ProviderTurns, type Sender } from '#/ports/delivery.ts'
import type { EmailMessage, EmailSender } from '#/ports/email.ts'
import type { SmsMessage, SmsSender } from '#/ports/sms.ts'
import { contactKey, expectDelivery, type Channel } from '#/slices/reminders/reminders.ts'
import { findInInbox, putInInbox, type NewInboxMessage } from './store.ts'

type TestHolder = Exclude<Sender, 'platform'>
type Inboxes = { readonly pool: pg.Pool; readonly services: Pick<Services, 'keys'> }

/** Takes the place of the SMS provider for a test organization (G29). Its calls never reach a network. */
export function smsInbox(inboxes: Inboxes, turns: ProviderTurns, holder: TestHolder): SmsSender {
  return {
    name: testInbox,
    turns,
    send: ({ reference, from, to, text }: SmsMessage) =>
      keep(inboxes, holder, 'sms', reference, {
        sender: from,
        destination: to,
        subject: null,
        body: text,
        locale: null,
      }),
    async find({ reference }) {
      const found = await inHolder(inboxes, holder, (tx) => findInInbox(tx, idOf(reference)))
      if (!found) return { found: 'absent' }
      const news = { state: 'delivered', reason: null, providerCode: null, at: found.createdAt } as const
      return { found: 'accepted', providerMessageId: reference, news }
    },
  }
}

/** The same in the place of the mail transport. Shows the text of a mail, and none of its markup. */
export function emailInbox(inboxes: Inboxes, turns: ProviderTurns, holder: TestHolder): EmailSender {
  return {
    name: testInbox,
    turns,
    tellsDeparture: false,
    send: ({ reference, fromName, to, subject, text, locale }: EmailMessage) =>
      keep(inboxes, holder, 'email', reference, { sender: fromName, destination: to, subject, body: text, locale }),
  }
}

type Kept = Pick<NewInboxMessage, 'sender' | 'destination' | 'subject' | 'body' | 'locale'>

/** Stores the message and its receipt in one transaction: what is in the inbox becomes delivered, whoever dies meanwhile. */
async function keep(
  inboxes: Inboxes,
  holder: TestHolder,
  channel: Channel,
  reference: string,
  message: Kept,
): Promise<HandOver> {
  const contact = contactKey(inboxes.services.keys, channel, message.destination)
  const { appointmentId } = holder
  await inHolder(inboxes, holder, async (tx) => {
    const row = { id: newId(), reference: idOf(reference), channel, isReply: false, contactKey: contact, appointmentId }
    if (await putInInbox(tx, { ...row, ...message })) expectDelivery(tx, testInbox, reference)
  })
  return { outcome: 'accepted', providerMessageId: reference, providerCode: null }
}

function inHolder<T>({ pool }: Inboxes, holder: TestHolder, work: (tx: HolderTx) => Promise<T>): Promise<T> {
  return inTransaction(pool, { holder: holder.platformHolderId }, work)
}

function idOf(reference: string): string {
  const id = fromReference(reference)
  if (id === null) throw new Error('The reference of a message is not an id')
  return id
}
