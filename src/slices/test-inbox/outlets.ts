import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { outlet } from '#/ports/delivery.ts'
import type { EmailOutlet, EmailSender } from '#/ports/email.ts'
import type { SmsOutlet, SmsSender } from '#/ports/sms.ts'
import { emailInbox, smsInbox } from './inbox.ts'

type Providers = { readonly sms: SmsSender; readonly email: EmailSender }

/**
 * The doors through which every message goes: to its provider, or to the inbox of a test organization.
 *
 * @param parts.pool acts as tijdig_worker
 */
export function createOutlets(
  { sms, email }: Providers,
  parts: { readonly pool: pg.Pool; readonly services: Pick<Services, 'keys'> },
): { sms: SmsOutlet; email: EmailOutlet } {
  return {
    sms: outlet(sms, (holder) => smsInbox(parts, sms.turns, holder)),
    email: outlet(email, (holder) => emailInbox(parts, email.turns, holder)),
  }
}
