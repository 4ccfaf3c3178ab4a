import type { SubjectType } from './event.ts'

/**
 * Whether anybody listens to the holder of row `of`. Read by a statement after the one that shared the policy, it stays as it
 * is until the transaction ends: the first to listen waits for whoever shares it (`openStream`).
 */
export const hasListenersSql = (of: string) =>
  `exists (select 1 from event_stream s where s.platform_holder_id = ${of}.platform_holder_id)`

/**
 * Writes events of what a statement has changed, as part of that statement, where somebody listens: without a stream none
 * is made. A row of `rows` has `platform_holder_id`, `type`, `schema_version`, `subject_id`, `subject_version` and `data`,
 * which is made only of those that are written.
 *
 * @param rows a query
 */
export const tellSql = (subject: SubjectType, rows: string) =>
  `insert into event (platform_holder_id, type, schema_version, subject_type, subject_id, subject_version, data)
   select s.platform_holder_id, told.type, told.schema_version, '${subject}', told.subject_id, told.subject_version, told.data
   from (${rows}) told join event_stream s using (platform_holder_id)`
