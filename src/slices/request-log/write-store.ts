import { statement } from '#/kernel/postgres/db.ts'

/** Stores calls of any holders. Operator work: the calls of a second are stored together. Harmless when repeated. */
export const insertCalls = statement(
  'insert_request_log',
  `insert into request_log (platform_holder_id, answered_at, id, request_id, operation, method, path, status, error_code, faults,
     duration_ms, key_id, network, client)
   select c.platform_holder_id, c.answered_at, c.id, c.request_id, c.operation, c.method, c.path, c.status, c.error_code, c.faults,
     c.duration_ms, c.key_id, c.network, c.client
   from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[],
     $9::text[], $10::jsonb[], $11::integer[], $12::uuid[], $13::text[], $14::text[])
     as c (platform_holder_id, answered_at, id, request_id, operation, method, path, status, error_code, faults, duration_ms, key_id,
       network, client)
   on conflict do nothing`,
)
