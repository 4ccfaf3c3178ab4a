import type pg from 'pg'
import { calendarFault } from '#/app/import/calendar/calendar-fault.ts'
import { calendarBlocksOf, calendarReading } from '#/app/import/calendar/calendar-source.ts'
import { ImportError } from '#/app/import/import-row.ts'
import { calendarEvents, zoneNameOf, type KnownEvent } from '#/import-files/calendar-rows.ts'
import { describeFaults } from '#/app/import/progress/rejected-file.ts'
import { inTransaction, type Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { importSuggestion } from '#/slices/suggestions/suggestions.ts'
import { lockHolder } from '#/app/operator/holders/holder.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { selectLinkToHolder } from '#/slices/recipient-sign-in/links/link-store.ts'

export type SuggestionImport = {
  readonly file: string
  readonly recipientId: string
  readonly platformHolderId: string
  /** Zone of times that name none and of times in UTC; null: the zone the calendar says it is shown in. */
  readonly timezone: string | null
}

export type ImportedSuggestions = {
  readonly added: { readonly suggestionId: string; readonly startsAt: string }[]
  /** Events that had been imported before. */
  readonly known: number
  readonly rejected: { readonly line: number; readonly reason: string }[]
}

/** Recurring events are rejected, so no occurrences are expanded. */
const noOccurrences = { fromMs: 0, toMs: 0 }

/**
 * Proposes the events of a calendar file to one recipient as follow-ups of a holder, all in one transaction. Importing the
 * file again adds nothing. The recipient decides; no appointment comes of it.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when there is no such holder, the recipient is not linked to it or the file is no calendar
 */
export async function importSuggestions(pool: pg.Pool, options: SuggestionImport): Promise<ImportedSuggestions> {
  const { file, timezone } = options
  const blocks = await calendarBlocksOf(file, timezone).catch((error: unknown) => {
    throw error instanceof ImportError ? new OperatorError(error.message, { cause: error }) : error
  })
  const { events, faults } = await calendarEvents(blocks, noOccurrences, { ...calendarReading, timezone })
  return inTransaction(pool, { holder: null }, async (tx) => {
    const now = await checkParties(tx, options)
    const { platformHolderId, recipientId } = options
    const parties = { platformHolderId, recipientId, kind: 'follow_up', appointmentId: null, requestId: null } as const
    const added: ImportedSuggestions['added'] = []
    const rejected: ImportedSuggestions['rejected'] = faults.map(({ line, work: { fault } }) => ({
      line,
      reason: describeFaults([calendarFault(fault)]),
    }))
    let known = 0
    for (const event of events) {
      const read = readProposal(event, now)
      const id = newId()
      if (typeof read === 'string') rejected.push({ line: event.line, reason: read })
      else if (await importSuggestion(tx, { ...read, ...parties, id, now }))
        added.push({ suggestionId: id, startsAt: formatInstant(read.startsAt) })
      else known += 1
    }
    auditOperator(tx, {
      platformHolderId,
      action: 'suggestionsImported',
      subjects: [recipientId, ...added.map((each) => each.suggestionId)],
      detail: { added: added.length, known, rejected: rejected.length },
    })
    return { added, known, rejected: rejected.toSorted((one, other) => one.line - other.line) }
  })
}

async function checkParties(tx: Tx, { platformHolderId, recipientId }: SuggestionImport): Promise<Temporal.Instant> {
  const holder = await lockHolder(tx, platformHolderId)
  const [link] = await tx.rows(selectLinkToHolder, [platformHolderId, recipientId])
  if (!link)
    throw new OperatorError(`${holder.displayName} has no link to this recipient: see \`tijdig recipient pending\`.`)
  return link.now
}

type Proposal = {
  readonly importUid: string
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly timezone: string
  readonly message: string | null
}

/** What an event proposes, or why it proposes nothing. */
function readProposal(event: KnownEvent, now: Temporal.Instant): Proposal | string {
  const { span } = event
  if (event.isCancelled) return 'is cancelled'
  if (event.isRecurring || event.isException) return 'recurs: propose one time'
  if (!span.hasTime) return 'lasts all day: propose a time of day'
  const timezone = zoneNameOf(span) ?? event.shownIn
  if (timezone === null) return 'names no time zone: say which with --timezone'
  const startsAt = Temporal.Instant.fromEpochMilliseconds(span.startsAtMs)
  const endsAt = Temporal.Instant.fromEpochMilliseconds(span.endsAtMs)
  const hours = endsAt.since(startsAt).total('hours')
  if (hours <= 0 || hours > 24) return 'has no end within 24 hours after its start'
  if (Temporal.Instant.compare(startsAt, now) <= 0) return 'has begun already'
  const summary = [...(event.summary ?? '')].slice(0, 500).join('')
  return { importUid: event.uid, startsAt, endsAt, timezone, message: summary === '' ? null : summary }
}
