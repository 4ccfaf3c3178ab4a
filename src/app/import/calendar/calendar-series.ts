import { mostOccurrences, type ReadEvent, type ReadSpan } from '#/icalendar/icalendar-event.ts'
import { recipientOf } from './calendar-recipient.ts'
import type { CalendarEvent, CalendarSourceOptions } from './calendar-source.ts'
import { rejected, type CancellationBody, type ImportRow, type RowWork } from '#/app/import/import-row.ts'
import { withOffset } from '#/app/import/csv/local-time.ts'

/** How far ahead occurrences of recurring events are handed in. */
export const windowDays = 90

/** The rows of one UID: a single event, or the occurrences of a recurring one with their exceptions. */
export function eventRows(events: readonly CalendarEvent[], { sourceSystem }: CalendarSourceOptions): ImportRow[] {
  const keyOf = (externalAppointmentId: string): CancellationBody => ({ sourceSystem, externalAppointmentId })
  const rows = events.flatMap((event) => {
    const row = (work: RowWork): ImportRow => ({ line: event.line, original: [event.uid], work })
    const sample = isSeries(event) ? eventWork(event, keyOf(event.uid), event.span) : null
    // A fault of the event is a fault of each occurrence: reported once.
    const works =
      sample?.kind === 'reject'
        ? [sample]
        : event.occurrences.map((occurrence) => eventWork(event, keyOf(occurrence.id), occurrence))
    works.push(...event.excludedIds.map((id): RowWork => ({ kind: 'cancel', body: keyOf(id) })))
    if (event.isCutOff) {
      works.push(
        rejected('', `has more than ${mostOccurrences} occurrences in ${windowDays} days; the later ones are left out`),
      )
    }
    return works.map(row)
  })
  const master = events.find(isSeries)
  if (rows.length > 0 || !master) return rows
  const work = rejected('', `has no occurrence in the next ${windowDays} days`)
  return [{ line: master.line, original: [master.uid], work }]
}

function isSeries({ isRecurring, isException }: ReadEvent): boolean {
  return isRecurring && !isException
}

function eventWork(event: CalendarEvent, key: CancellationBody, span: ReadSpan): RowWork {
  if (event.isCancelled) return { kind: 'cancel', body: key }
  if (!span.hasTime) return rejected('startsAt', 'an all-day event has no time of day')
  const found = recipientOf(event)
  if ('fault' in found) return { kind: 'reject', faults: [found.fault] }
  const timezone = zoneNameOf(span) ?? event.shownIn
  if (timezone === null) return rejected('timezone', 'is not named in the file: say which with --timezone')
  if (span.startsAtMs >= span.endsAtMs) return rejected('endsAt', 'the event has no end after its start')
  const text = (atMs: number) => withOffset(Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone))
  return {
    kind: 'submit',
    body: {
      ...key,
      startsAt: text(span.startsAtMs),
      endsAt: text(span.endsAtMs),
      timezone,
      recipient: found.recipient,
    },
  }
}

/** Null for UTC as well: it is how programs write instants, not where the recipient lives. */
export function zoneNameOf({ timeZone }: ReadSpan): string | null {
  return timeZone !== null && /^(Etc\/)?(UTC|GMT|UCT|Zulu)$/.test(timeZone) ? null : timeZone
}
