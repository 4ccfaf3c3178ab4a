import { statement } from '#/kernel/postgres/db.ts'

/** Writes events of one type where somebody listens; without a stream none is written. */
export const insertEvents = statement(
  'insert_events',
  `insert into event (platform_holder_id, type, schema_version, subject_type, subject_id, subject_version, data)
   select s.platform_holder_id, $1, $2, $3, e.subject_id, e.subject_version, e.data
   from unnest($4::uuid[], $5::uuid[], $6::integer[], $7::jsonb[])
     as e (platform_holder_id, subject_id, subject_version, data)
   join event_stream s using (platform_holder_id)`,
)
