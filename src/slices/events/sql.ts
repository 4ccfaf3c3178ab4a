/**
 * Adds an event for each row of a statement, of holders that have events at all.
 *
 * @param rows the name of what has a `platform_holder_id`, an `id` and a `version` for each
 * @param data a JSON value made of columns of `r`
 */
export const tellOfRows = (type: string, schemaVersion: number, rows: string, data: string) =>
  `insert into event (platform_holder_id, type, schema_version, subject_id, subject_version, data)
   select r.platform_holder_id, '${type}', ${schemaVersion}, r.id, r.version, ${data}
   from ${rows} r join event_stream s on s.platform_holder_id = r.platform_holder_id`
