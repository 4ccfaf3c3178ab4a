import type pg from 'pg'
import { audit } from '#/kernel/audit.ts'
import type { Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { textIn } from '#/messages/catalogues/locales.ts'
import { confirmAppointment } from '#/slices/appointments/appointments.ts'
import { findDestination, findHolderOfMessage, listTold, type ToldAppointment } from './message-link-store.ts'

export type LinkedMessage = { readonly platformHolderId: string; readonly messageReference: string }

/** How an appointment stands to what was told: can be confirmed, is confirmed, was moved or is to be, was cancelled, or is over. */
export type ToldState = 'open' | 'confirmed' | 'changed' | 'cancelled' | 'past'

/** What a message said, and whether that still holds; beyond that only how to reach the holder. */
export type MessageView = {
  readonly kind: ToldAppointment['kind']
  /** The language it was written in. */
  readonly locale: string | null
  readonly holder: {
    readonly displayName: string
    readonly phoneNumber: string | null
    readonly websiteUrl: string
  }
  /** Of a test organization: it reached nobody. */
  readonly isTest: boolean
  /** Whether signing in shows more. */
  readonly isLinked: boolean
  /** Of several people who share a telephone: each appointment is answered by itself. */
  readonly isHousehold: boolean
  readonly appointments: readonly {
    readonly id: string
    readonly startsAt: string
    readonly timezone: string
    readonly place: string | null
    readonly title: string | null
    readonly state: ToldState
  }[]
}

type Opening = { readonly pool: pg.Pool; readonly services: Services }

/** @throws AppError NOT_FOUND when there is no such message */
export async function findMessage({ pool }: Opening, messageReference: string | null): Promise<LinkedMessage> {
  const platformHolderId =
    messageReference && (await inTransaction(pool, { holder: null }, (tx) => findHolderOfMessage(tx, messageReference)))
  if (!platformHolderId || !messageReference) throw new AppError('NOT_FOUND')
  return { platformHolderId, messageReference }
}

/** @throws AppError NOT_FOUND when its time is over */
export async function readMessage({ pool }: Opening, message: LinkedMessage): Promise<MessageView> {
  const { platformHolderId: holder } = message
  return inTransaction(pool, { holder }, async (tx) => toView(await listTold(tx, message.messageReference)))
}

/**
 * Confirms what a message told and still holds, as the reply `ja` would; but a link names its message, so it is never
 * ambiguous. What was moved or cancelled since is not confirmed, and the view says so; nor is the present time by a
 * message that proposes another one.
 *
 * @param only one of its appointments; null for all
 * @throws AppError NOT_FOUND when its time is over, or it did not tell of that appointment
 */
export async function confirmMessage(
  { pool, services }: Opening,
  { platformHolderId, messageReference }: LinkedMessage,
  only: string | null,
  requestId: string,
): Promise<MessageView> {
  return inTransaction(pool, { holder: platformHolderId }, async (tx) => {
    const told = await listTold(tx, messageReference)
    if (only !== null && !told.some(({ appointmentId }) => appointmentId === only)) throw new AppError('NOT_FOUND')
    if (told.some(({ kind }) => kind === 'proposal')) return toView(told)
    const after: ToldAppointment[] = []
    const confirmed: string[] = []
    for (const row of told) {
      if (only !== null && row.appointmentId !== only) {
        after.push(row)
        continue
      }
      const { appointment, isNew } = await confirmAppointment(
        tx,
        { services, now: row.now },
        { appointmentId: row.appointmentId, via: 'message_link', scheduleRevision: row.toldRevision },
      )
      if (isNew) confirmed.push(row.appointmentId)
      const { status, scheduleRevision, startsAt, confirmedRevision, awaitsNewTime } = appointment
      after.push({ ...row, status, scheduleRevision, startsAt, confirmedRevision, awaitsNewTime })
    }
    if (confirmed.length > 0) {
      const actor = { kind: 'recipient', id: null } as const
      audit(tx, { platformHolderId, actor, action: 'messageConfirmed', requestId, subjects: confirmed })
    }
    return toView(after)
  })
}

/**
 * The number a text message went to, for the server alone: whoever holds the link does not see it.
 *
 * @throws AppError NOT_FOUND when its time is over, when it was a mail, or when the number is no longer kept
 */
export async function numberOfMessage({ pool }: Opening, message: LinkedMessage): Promise<string> {
  const { platformHolderId: holder, messageReference } = message
  const [told, destination] = await inTransaction(pool, { holder }, (tx) =>
    Promise.all([listTold(tx, messageReference), findDestination(tx, messageReference)]),
  )
  if (told.length === 0 || destination === null) throw new AppError('NOT_FOUND')
  return destination
}

function toView(told: readonly ToldAppointment[]): MessageView {
  const inOrder = told.toSorted((one, other) => Temporal.Instant.compare(one.toldStartsAt, other.toldStartsAt))
  const [first] = inOrder
  if (!first) throw new AppError('NOT_FOUND')
  const isHousehold = told.some((row) => row.holderRecipientId !== first.holderRecipientId)
  return {
    // A message asks to confirm when one of its rows does.
    kind: told.some(({ kind }) => kind === 'confirm_prompt') ? 'confirm_prompt' : first.kind,
    locale: first.locale,
    holder: {
      displayName: first.holderName,
      phoneNumber: first.holderPhone === '' ? null : first.holderPhone,
      websiteUrl: first.holderWebsite,
    },
    isTest: first.isTest,
    // Nobody is texted a code on its behalf.
    isLinked: !first.isTest && told.some((row) => row.isLinked),
    isHousehold,
    // No names, as in the message itself; nor is what one of a household comes for for the others to read (H3).
    appointments: inOrder.map((row) => ({
      id: row.appointmentId,
      startsAt: formatInstant(row.toldStartsAt),
      timezone: row.timezone,
      place: row.scheduleRevision === row.toldRevision ? row.place : null,
      title: isHousehold ? null : row.safeName && textIn(row.safeName, [row.locale]),
      state: stateOf(row),
    })),
  }
}

function stateOf(row: ToldAppointment): ToldState {
  if (row.status === 'cancelled') return 'cancelled'
  if (row.scheduleRevision !== row.toldRevision) return 'changed'
  if (row.status !== 'registered' || Temporal.Instant.compare(row.now, row.startsAt) >= 0) return 'past'
  if (row.awaitsNewTime) return 'changed'
  return row.confirmedRevision === row.scheduleRevision ? 'confirmed' : 'open'
}
