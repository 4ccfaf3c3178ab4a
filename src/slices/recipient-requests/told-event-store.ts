import { tellSql } from '#/slices/events/sql.ts'

/** What a statement that changes requests `r` returns of each, so that it can tell which of them it closed. */
export const closedColumns = `r.platform_holder_id, r.id, r.version, r.appointment_id, r.type, r.status, old.status as status_before`

/** The type of event that tells it; what it says stands with the others of requests. */
export const closedType = { type: 'recipient_request.closed', schemaVersion: 1 } as const

/** Tells, in the same statement, which requests were closed without a review. @param rows the `closedColumns` of requests */
export const tellClosedSql = (rows: string) =>
  tellSql(
    'recipient_request',
    `select c.platform_holder_id, '${closedType.type}' as type, ${closedType.schemaVersion} as schema_version, c.id as subject_id,
       c.version as subject_version,
       (select jsonb_build_object('appointmentId', c.appointment_id, 'locationId', a.location_id, 'requestType', c.type,
          'status', c.status)
        from appointment a where a.platform_holder_id = c.platform_holder_id and a.id = c.appointment_id) as data
     from ${rows} c
     where c.status in ('withdrawn', 'superseded', 'expired') and c.status_before = 'pending_review'`,
  )
