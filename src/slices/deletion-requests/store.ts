import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import type { RetainedCategory } from './deletion-request.ts'

export type DeletionRequestRow = RowOf<typeof deletionColumns> & {
  /** Null of a letter. */
  readonly recipientId: string | null
  readonly retainedCategories: readonly RetainedCategory[]
}

const deletionColumns = columns(
  'deletion_request',
  `id, recipient_id, client_request_id, status, version, created_at, due_at, updated_at, completed_at, outcome_message,
  retained_categories, erase_asked_at`,
)

/** Records a request, unless one is open. @returns null when one is */
export async function insertDeletionRequest(
  tx: Tx,
  request: {
    readonly id: string
    readonly recipientId: string
    readonly clientRequestId: string
    readonly reason: string | null
    readonly now: Temporal.Instant
    readonly dueAt: Temporal.Instant
  },
): Promise<DeletionRequestRow | null> {
  const { id, recipientId, clientRequestId, reason, now, dueAt } = request
  const [row] = await tx.rows(insert, [id, recipientId, clientRequestId, reason, now, dueAt])
  return row ?? null
}

const insert = statement<DeletionRequestRow>(
  'insert_deletion_request',
  `insert into deletion_request (id, recipient_id, client_request_id, reason, created_at, updated_at, due_at)
   values ($1, $2, $3, $4, $5, $5, $6)
   on conflict (recipient_id) where status in ('pending_review', 'in_progress') do nothing
   returning ${deletionColumns}`,
)

/** The open request of a recipient, or null. */
export async function findOpenRequest(tx: Tx, recipientId: string): Promise<DeletionRequestRow | null> {
  const [row] = await tx.rows(selectOpen, [recipientId])
  return row ?? null
}

const selectOpen = statement<DeletionRequestRow>(
  'select_open_deletion_request',
  `select ${deletionColumns} from deletion_request
   where recipient_id = $1 and status in ('pending_review', 'in_progress') order by created_at limit 1`,
)

/** @throws AppError NOT_FOUND */
export async function getOwnDeletionRequest(tx: Tx, recipientId: string, id: string): Promise<DeletionRequestRow> {
  const [row] = await tx.rows(selectOwn, [recipientId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectOwn = statement<DeletionRequestRow>(
  'select_own_deletion_request',
  `select ${deletionColumns} from deletion_request where recipient_id = $1 and id = $2`,
)

/** Newest first, one row more than the page. */
export function listOwnDeletionRequests(
  tx: Tx,
  recipientId: string,
  after: Position | null,
  size: number,
): Promise<DeletionRequestRow[]> {
  return tx.rows(selectPage, [recipientId, after?.[0] ?? null, after?.[1] ?? null, size + 1])
}

const selectPage = statement<DeletionRequestRow>(
  'list_own_deletion_requests',
  `select ${deletionColumns} from deletion_request
   where recipient_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
   order by created_at desc, id desc limit $4`,
)
