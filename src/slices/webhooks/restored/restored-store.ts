import { statement } from '#/kernel/postgres/db.ts'

/** Notes which server wrote the database. @returns whether it is another one than before */
export const noteLineage = statement<{ isOther: boolean }>(
  'note_database_lineage',
  'select note_database_lineage() as is_other',
)

/** What an endpoint is due. */
export type Repeated = {
  readonly platformHolderId: string
  readonly endpointId: string
  readonly deliveries: number
  readonly firstPosition: number
  readonly lastPosition: number
}

/** Of all holders, the most first, a thousand endpoints at most. */
export const selectRepeated = statement<Repeated>(
  'list_due_webhook_deliveries',
  `select platform_holder_id, endpoint_id, deliveries, first_position, last_position
   from due_webhook_deliveries()
   order by deliveries desc, endpoint_id`,
)
