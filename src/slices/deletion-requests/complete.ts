import { inTransaction, statement, type Tx } from '#/kernel/db.ts'
import type { Services } from '#/kernel/context.ts'
import { toReference } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { renderDeletionEmail, renderDeletionSms } from '#/messages/render-deletion-notice.ts'
import type { HandOver } from '#/ports/delivery.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { contactKey } from '#/slices/reminders/reminders.ts'
import type { RetainedCategory } from './deletion-request.ts'
import { erase, type ErasePools } from './erase.ts'
import { selectContactKeys, selectEntries, selectProfiles } from './erase-store.ts'
import { appendErasure, type Erasure } from './erasure-journal.ts'

/** Sends the last notice and erases; its payload is the id of the request. */
export const completeDeletionJob = 'complete_deletion'

export type Completion = ErasePools & {
  readonly services: Services
  readonly sms: SmsProvider
  readonly email: EmailProvider
  /** Number the notice comes from. */
  readonly smsSender: string
  readonly journalFile: string
  readonly log: Log
}

/** After this the person is erased also when no provider took the notice on. */
const noticeHours = 24

/**
 * Completes a deletion that an operator asked for: first the last notice, while there still is somewhere to send it, then
 * the journal, then the erasure. Safe to repeat: the notice is noted before anything else happens.
 *
 * @throws Error when the notice could not be handed over yet; the job is then tried again
 */
export async function completeDeletion(completion: Completion, requestId: string): Promise<void> {
  const { operator, journalFile } = completion
  const asked = await inTransaction(operator, { holder: null }, async (tx) => {
    const [row] = await tx.rows(selectAsked, [requestId])
    return row ?? null
  })
  if (!asked) return
  if (asked.notice === null) await sendNotice(completion, asked)
  const erasure = await inTransaction(operator, { holder: null }, (tx) => describe(tx, completion.services, asked))
  await appendErasure(journalFile, erasure)
  await erase(completion, erasure)
}

type Asked = {
  readonly id: string
  readonly recipient_id: string
  readonly phone_number_e164: string | null
  readonly email: string | null
  readonly locale: string | null
  readonly outcome_message: string
  readonly retained_categories: readonly RetainedCategory[]
  readonly erase_asked_at: Temporal.Instant
  readonly notice: 'sent' | 'impossible' | null
  readonly clock: Temporal.Instant
}

const selectAsked = statement<Asked>(
  'select_deletion_to_complete',
  `select d.id, d.recipient_id, r.phone_number_e164, r.email, r.locale, d.outcome_message, d.retained_categories, d.erase_asked_at, d.notice,
     tijdig_now() as clock
   from deletion_request d join recipient r on r.id = d.recipient_id
   where d.id = $1 and d.status = 'in_progress' and d.erase_asked_at is not null`,
)

async function sendNotice({ operator, sms, email, smsSender, log }: Completion, asked: Asked): Promise<void> {
  const outcome = await handOver({ sms, email, smsSender }, asked)
  const mayTryAgain =
    outcome === 'unreachable' ||
    (outcome !== null && outcome !== 'accepted' && outcome !== 'unknown' && !outcome.permanent)
  const hours = asked.clock.since(asked.erase_asked_at).total('hours')
  if (mayTryAgain && hours < noticeHours) throw new Error('The last notice could not be handed over yet')
  const notice = outcome === 'accepted' || outcome === 'unknown' ? 'sent' : 'impossible'
  if (notice === 'impossible') log.warn({ deletionRequestId: asked.id }, 'the last notice could not be sent')
  await inTransaction(operator, { holder: null }, (tx) => tx.rows(noteNotice, [asked.id, notice]))
}

const noteNotice = statement('note_deletion_notice', 'update deletion_request set notice = $2 where id = $1')

type Outcome = 'accepted' | 'unknown' | 'unreachable' | Extract<HandOver, { outcome: 'refused' }> | null

/** @returns null when there is no address to write to */
async function handOver(
  { sms, email, smsSender }: Pick<Completion, 'sms' | 'email' | 'smsSender'>,
  asked: Asked,
): Promise<Outcome> {
  const reference = toReference(asked.id)
  const signal = AbortSignal.timeout(20_000)
  const input = { localePreferences: [asked.locale], message: asked.outcome_message }
  if (asked.phone_number_e164 !== null) {
    const { text } = renderDeletionSms(input)
    const message = { reference, to: asked.phone_number_e164, from: smsSender, text, validitySeconds: null }
    return outcomeOf(await sms.send(message, signal))
  }
  if (asked.email === null) return null
  const { subject, text, html, locale } = renderDeletionEmail(input)
  const message = {
    reference,
    to: asked.email,
    fromName: 'Tijdig',
    subject,
    text,
    html,
    locale,
    unsubscribeUrl: null,
    calendar: null,
  }
  return outcomeOf(await email.send(message, signal))
}

function outcomeOf(result: HandOver): Outcome {
  return result.outcome === 'refused' ? result : result.outcome
}

/** Gathers, while it still can be known, who is to be erased where. */
async function describe(tx: Tx, { keys }: Services, asked: Asked): Promise<Erasure> {
  const entries = await tx.rows(selectEntries, [asked.recipient_id])
  const profiles = await tx.rows(selectProfiles, [asked.recipient_id])
  const known = await tx.rows(selectContactKeys, [
    asked.recipient_id,
    entries.map((entry) => entry.platform_holder_id),
    entries.map((entry) => entry.holder_recipient_id),
  ])
  const own = [
    ...(asked.phone_number_e164 === null ? [] : [{ channel: 'sms' as const, address: asked.phone_number_e164 }]),
    ...(asked.email === null ? [] : [{ channel: 'email' as const, address: asked.email }]),
  ].map(({ channel, address }) => ({ channel, key: contactKey(keys, channel, address).toString('hex') }))
  return {
    id: asked.id,
    recipientId: asked.recipient_id,
    erasedAt: formatInstant(asked.clock),
    entries: entries.map((entry) => ({
      platformHolderId: entry.platform_holder_id,
      holderRecipientId: entry.holder_recipient_id,
    })),
    profileIds: profiles.map((profile) => profile.profile_id),
    contacts: [...known.map(({ channel, key }) => ({ channel, key })), ...own],
    message: asked.outcome_message,
    retainedCategories: [...asked.retained_categories],
  }
}
