import { statement } from '#/kernel/postgres/db.ts'

/** An endpoint of which staff are to be told; no row when it works again, or was switched on or deleted since. */
export const selectProblem = statement<{ url: string; isDisabled: boolean }>(
  'select_webhook_problem',
  `select url, status = 'disabled' as is_disabled from webhook_endpoint
   where platform_holder_id = $1
     and id = $2
     and deleted_at is null
     and (status = 'disabled' or (status = 'enabled' and failing_told_at is not null))
   order by id limit 1`,
)
