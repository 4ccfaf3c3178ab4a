import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { batchMax, type BatchInput } from './batch-input.ts'

/** An appointment that a batch is about, as it is now. */
export type Chosen = {
  readonly id: string
  readonly version: number
  readonly startsAt: Temporal.Instant
  readonly holderRecipientId: string
  /** `-` where it has none, as the wall of locations says it. */
  readonly locationId: string
  readonly isSourceManaged: boolean
}

/**
 * The appointments that a filter chooses: registered and still to begin; for a delay only those of today, by the clock of each.
 * One that waits for a new time already is not postponed again. Nearest start first, one more than a batch may have.
 */
export function listChosen(tx: HolderTx, { action, filter }: BatchInput): Promise<Chosen[]> {
  return tx.rows(selectChosen, [
    tx.platformHolderId,
    filter.from,
    filter.to,
    filter.locationIds ?? null,
    filter.appointmentTypeIds ?? null,
    filter.organizationId ?? null,
    filter.sourceSystem ?? null,
    filter.appointmentIds ?? null,
    filter.excludedAppointmentIds ?? [],
    action,
  ])
}

const selectChosen = statement<Chosen>(
  'select_appointments_of_batch',
  `select a.id, a.version, a.starts_at, a.holder_recipient_id, coalesce(a.location_id, '-') as location_id, a.origin = 'intake' as is_source_managed
   from appointment a
   where a.platform_holder_id = $1
     and a.starts_at >= greatest($2::timestamptz, tijdig_now())
     and a.starts_at < $3::timestamptz
     and a.status = 'registered'
     and ($4::text[] is null or coalesce(a.location_id, 'none') = any($4))
     and ($5::text[] is null or a.appointment_type_id::text = any($5))
     and ($6::text is null or a.organization_id = $6)
     and ($7::text is null or a.source_system = $7)
     and ($8::uuid[] is null or a.id = any($8))
     and a.id <> all($9::uuid[])
     and ($10 <> 'postpone' or not a.awaits_new_time)
     and ($10 <> 'delay' or ((a.starts_at at time zone a.timezone)::date = (tijdig_now() at time zone a.timezone)::date
       and not a.awaits_new_time))
   order by a.starts_at, a.id limit ${batchMax + 1}`,
)
