import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** How reading one calendar of a holder stands. */
export type CalendarStatusRow = {
  readonly integrationId: string
  readonly provider: string
  readonly calendarId: string
  /** False for a calendar that was read and is not chosen, or not connected, any more. */
  readonly isRead: boolean
  readonly lastSuccessAt: Temporal.Instant | null
  readonly nextReadAt: Temporal.Instant | null
  readonly failures: number
  readonly lastErrorCode: string | null
  readonly appointments: number
  readonly withoutRecipient: number
  readonly refused: number
  /** Cancellations that wait for a second full reading; null when none do. */
  readonly withdrawalsHeld: number | null
}

/** Calendars of a holder that are or were read, with the events to come that are known of each. Operator work. */
export function listCalendarStatus(tx: HolderTx): Promise<CalendarStatusRow[]> {
  return tx.rows(selectStatus, [tx.platformHolderId])
}

const selectStatus = statement<CalendarStatusRow>(
  'list_calendar_status',
  `with counted as (
     select integration_id, calendar_id, count(*) filter (where outcome = 'appointment') as appointments,
       count(*) filter (where outcome = 'no_recipient') as without_recipient,
       count(*) filter (where outcome = 'refused') as refused
     from calendar_event
     where platform_holder_id = $1 and starts_at >= tijdig_now()
     group by integration_id, calendar_id)
   select c.integration_id, c.provider, coalesce(s.calendar_id, e.calendar_id) as calendar_id,
     s.calendar_id is not null as is_read,
     s.last_success_at, s.run_at as next_read_at, coalesce(s.failures, 0) as failures, c.last_error_code,
     coalesce(e.appointments, 0) as appointments, coalesce(e.without_recipient, 0) as without_recipient,
     coalesce(e.refused, 0) as refused,
     s.withdrawals_held
   from (
     select integration_id, calendar_id, last_success_at, run_at, failures, withdrawals_held
     from calendar_sync
     where platform_holder_id = $1) s
   full join counted e on e.integration_id = s.integration_id and e.calendar_id = s.calendar_id
   join integration_connection c on c.platform_holder_id = $1
     and c.integration_id = coalesce(s.integration_id, e.integration_id)
   order by c.provider, calendar_id`,
)
