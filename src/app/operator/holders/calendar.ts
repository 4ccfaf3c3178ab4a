import type pg from 'pg'
import { bindHolder, inTransaction } from '#/kernel/postgres/db.ts'
import { formatInstant, formatInstantOrNull } from '#/kernel/schema.ts'
import { listCalendarStatus } from '#/slices/calendar-sync/status-store.ts'
import { listLeftOutEvents } from '#/slices/calendars/calendars.ts'
import { getHolder } from './holder.ts'

export type CalendarStatus = {
  readonly calendars: readonly {
    readonly provider: string
    readonly calendarId: string
    readonly isRead: boolean
    readonly lastSuccessAt: string | null
    readonly nextReadAt: string | null
    readonly failures: number
    readonly lastErrorCode: string | null
    /** Future events, by what became of them. */
    readonly appointments: number
    readonly withoutRecipient: number
    readonly refused: number
    /** Cancellations that wait for a second full reading; null when none do. */
    readonly withdrawalsHeld: number | null
  }[]
  readonly leftOut: readonly {
    readonly provider: string
    readonly calendarId: string
    readonly eventId: string
    readonly startsAt: string
    readonly reason: string
  }[]
}

/**
 * The state of a holder's calendars, and the next events in them that get no reminder.
 *
 * @param pool acts as tijdig_operator
 * @throws OperatorError when there is no such holder
 */
export async function calendarStatus(pool: pg.Pool, platformHolderId: string): Promise<CalendarStatus> {
  return inTransaction(pool, { holder: null }, async (tx) => {
    await getHolder(tx, platformHolderId)
    const bound = bindHolder(tx, platformHolderId)
    const [calendars, leftOut] = await Promise.all([listCalendarStatus(bound), listLeftOutEvents(bound)])
    return {
      calendars: calendars.map((row) => ({
        provider: row.provider,
        calendarId: row.calendarId,
        isRead: row.isRead,
        lastSuccessAt: formatInstantOrNull(row.lastSuccessAt),
        nextReadAt: formatInstantOrNull(row.nextReadAt),
        failures: row.failures,
        lastErrorCode: row.lastErrorCode,
        appointments: row.appointments,
        withoutRecipient: row.withoutRecipient,
        refused: row.refused,
        withdrawalsHeld: row.withdrawalsHeld,
      })),
      leftOut: leftOut.map(({ provider, calendarId, eventId, startsAt, reason }) => ({
        provider,
        calendarId,
        eventId,
        startsAt: formatInstant(startsAt),
        reason,
      })),
    }
  })
}
