import { statement } from '#/kernel/postgres/db.ts'

/** How many keys of organizations end soon; those of a recipient are for their own app. Operator work. */
export const countKeysEnding = statement<{ in7Days: number; in30Days: number }>(
  'count_keys_ending',
  `select count(*) filter (where expires_at <= tijdig_now() + interval '7 days') as in_7_days, count(*) as in_30_days from api_key
   where revoked_at is null and role = 'platform_holder_user' and expires_at > tijdig_now() and expires_at <= tijdig_now() + interval '30 days'`,
)
