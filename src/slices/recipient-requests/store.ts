import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import { expiringStatus } from '#/kernel/postgres/expiring-status.ts'
import type { Position } from '#/kernel/page.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { placeSql } from '#/slices/appointment-facts/appointment-facts.ts'
import type { Appointment } from '#/slices/appointments/appointments.ts'
import { awaitsNewTimeSql } from '#/slices/appointments/sql.ts'
import { closedColumns, tellClosedSql } from './told-event-store.ts'
import type { PreferredWindow, RequestReason, RequestStatus, RequestType } from './request.ts'

export type RequestRow = RowOf<typeof requestColumns> & {
  readonly status: RequestStatus
  readonly version: number
  readonly preferredWindows: readonly PreferredWindow[]
  readonly updatedAt: Temporal.Instant
}

// A request expires when the appointment starts.
const { isExpired, status } = expiringStatus('r')
const requestColumns = columns(
  'recipient_request',
  `r.platform_holder_id, r.id, r.recipient_id, r.client_request_id, r.appointment_id, r.type, r.appointment_version, r.schedule_revision,
  r.reason_code, r.note, r.preferred_windows, r.review_message, r.reviewed_at, r.suggestion_id, r.appointment_changed,
  r.follow_up,
  r.created_at, r.expires_at`,
)
const request = `${requestColumns}, ${status} as status, r.version + ${isExpired}::int as version,
  case when ${isExpired} then r.expires_at else r.updated_at end as updated_at`

export type NewRequest = {
  readonly platformHolderId: string
  readonly id: string
  readonly recipientId: string
  readonly clientRequestId: string
  readonly appointmentId: string
  readonly type: RequestType
  readonly appointmentVersion: number
  readonly scheduleRevision: number
  readonly reasonCode: RequestReason | null
  readonly note: string | null
  readonly preferredWindows: readonly PreferredWindow[]
  readonly expiresAt: Temporal.Instant
  readonly now: Temporal.Instant
}

/** Stores a request; note it at its appointment. @returns false when another one is open */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<boolean> {
  const inserted = await tx.rows(insert, [
    request.platformHolderId,
    request.id,
    request.recipientId,
    request.clientRequestId,
    request.appointmentId,
    request.type,
    request.appointmentVersion,
    request.scheduleRevision,
    request.reasonCode,
    request.note,
    JSON.stringify(request.preferredWindows),
    request.expiresAt,
    request.now,
  ])
  return inserted.length > 0
}

const insert = statement<{ inserted: boolean }>(
  'insert_recipient_request',
  `insert into recipient_request (platform_holder_id, id, recipient_id, client_request_id, appointment_id, type, appointment_version,
     schedule_revision, reason_code, note, preferred_windows, expires_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $13)
   on conflict (platform_holder_id, appointment_id)
   where status = 'pending_review' do nothing
   returning true as inserted`,
)

/** @throws AppError NOT_FOUND */
export async function getOwnRequest(tx: Tx, recipientId: string, id: string): Promise<RequestRow> {
  const [row] = await tx.rows(selectOwn, [recipientId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectOwn = statement<RequestRow>(
  'select_own_request',
  `select ${request} from recipient_request r where r.recipient_id = $1 and r.id = $2`,
)

export type RequestFilter = { readonly status?: RequestStatus; readonly type?: RequestType }

/** Newest first, one row more than the page. */
export function listOwnRequests(
  tx: Tx,
  recipientId: string,
  filter: RequestFilter,
  after: Position | null,
  size: number,
): Promise<RequestRow[]> {
  return tx.rows(selectOwnPage, [recipientId, ...pageValues(filter, after, size)])
}

function pageValues({ status: wanted, type }: RequestFilter, after: Position | null, size: number): unknown[] {
  return [wanted ?? null, type ?? null, after?.[0] ?? null, after?.[1] ?? null, size + 1]
}

const page = `($2::text is null or ${status} = $2) and ($3::text is null or r.type = $3)
     and ($4::timestamptz is null or (r.created_at, r.id) < ($4::timestamptz, $5::uuid))
   order by r.created_at desc, r.id desc limit $6`
const selectOwnPage = statement<RequestRow>(
  'list_own_requests',
  `select ${request} from recipient_request r where r.recipient_id = $1 and ${page}`,
)

/** The request locked; lock its appointment first. @throws AppError NOT_FOUND */
export async function getRequestForUpdate(tx: HolderTx, id: string): Promise<RequestRow> {
  const [row] = await tx.rows(selectForUpdate, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectForUpdate = statement<RequestRow>(
  'select_request_for_update',
  `select ${request} from recipient_request r where r.platform_holder_id = $1 and r.id = $2 for update of r`,
)

/** Takes a pending request back, with the commit; note it at its appointment. */
export function withdrawRequest(tx: Tx, { platformHolderId, id }: RequestRow): void {
  tx.send(withdraw, [platformHolderId, id])
}

const withdraw = statement(
  'withdraw_request',
  `with closed as (
   update recipient_request r set status = 'withdrawn', version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2
   returning ${closedColumns})
   ${tellClosedSql('closed')}`,
)

export type Review = {
  readonly decision: 'approved' | 'declined'
  readonly message: string | null
  readonly reviewedBy: string
  readonly reviewedAt: Temporal.Instant
  readonly suggestionId: string | null
  readonly appointmentChanged: boolean
  readonly followUp: 'UPDATE_SOURCE_SYSTEM' | null
}

/** Writes what staff decided of a pending request, with the commit; note it at its appointment. */
export function reviewRequest(tx: Tx, { platformHolderId, id }: RequestRow, review: Review): void {
  tx.send(writeReview, [
    platformHolderId,
    id,
    review.decision,
    review.message,
    review.reviewedBy,
    review.reviewedAt,
    review.suggestionId,
    review.appointmentChanged,
    review.followUp,
  ])
}

const writeReview = statement(
  'review_request',
  `update recipient_request set status = $3, review_message = $4, reviewed_by = $5, reviewed_at = $6,
     suggestion_id = $7,
     appointment_changed = $8, follow_up = $9, version = version + 1, updated_at = $6
   where platform_holder_id = $1 and id = $2`,
)

/** A request with the address of the member of staff who reviewed it, and what its appointment is as it stands now. */
export type HolderRequestRow = RequestRow &
  Pick<Appointment, 'recipientName' | 'startsAt' | 'endsAt' | 'timezone' | 'origin' | 'sourceSystem' | 'title'> & {
    readonly reviewerEmail: string | null
    readonly appointmentStatus: Appointment['status']
    readonly place: string | null
    readonly typeName: Readonly<Record<string, string>> | null
    readonly defaultLocale: string
    readonly holderName: string
  }

const holderRequests = `select ${request}, coalesce(s.email, s.name) as reviewer_email,
    a.recipient_name, a.starts_at, a.ends_at, a.timezone, a.origin, a.source_system, a.title,
    a.status as appointment_status,
    ${placeSql()} as place,
    t.name as type_name, h.default_locale, h.display_name as holder_name
  from recipient_request r
  join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
  join platform_holder h on h.platform_holder_id = r.platform_holder_id
  ${joinType('a', 'a.appointment_type_id')}
  left join staff_member s on s.platform_holder_id = r.platform_holder_id and s.id = r.reviewed_by
  where r.platform_holder_id = $1`

/** @throws AppError NOT_FOUND */
export async function getHolderRequest(tx: HolderTx, id: string): Promise<HolderRequestRow> {
  const [row] = await tx.rows(selectHolderRequest, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectHolderRequest = statement<HolderRequestRow>('select_holder_request', `${holderRequests} and r.id = $2`)

/** Newest first, one row more than the page. */
export function listHolderRequests(
  tx: HolderTx,
  { awaiting, ...filter }: RequestFilter & { readonly awaiting?: 'new_time' },
  after: Position | null,
  size: number,
): Promise<HolderRequestRow[]> {
  const select = awaiting === undefined ? selectHolderPage : selectAwaitingNewTime
  return tx.rows(select, [tx.platformHolderId, ...pageValues(filter, after, size)])
}

const selectHolderPage = statement<HolderRequestRow>('list_holder_requests', `${holderRequests} and ${page}`)
// A request asks to move its appointment away from the time at which the request expires.
const selectAwaitingNewTime = statement<HolderRequestRow>(
  'list_requests_awaiting_new_time',
  `${holderRequests} and ${awaitsNewTimeSql}
     and r.type = 'reschedule' and r.status = 'approved' and r.expires_at = a.starts_at and ${page}`,
)

/** How many requests await review. */
export async function countOpenRequests(tx: HolderTx): Promise<number> {
  const [counted] = await tx.rows(countOpen, [tx.platformHolderId])
  return counted?.requests ?? 0
}

const countOpen = statement<{ requests: number }>(
  'count_open_requests',
  `select count(*)::int as requests from recipient_request
   where platform_holder_id = $1 and status = 'pending_review' and expires_at > tijdig_now()`,
)

/** How many appointments wait for a new time, whoever wished for it. */
export async function countAwaitingNewTime(tx: HolderTx): Promise<number> {
  const [counted] = await tx.rows(countAwaiting, [tx.platformHolderId])
  return counted?.appointments ?? 0
}

const countAwaiting = statement<{ appointments: number }>(
  'count_awaiting_new_time',
  `select count(*)::int as appointments from appointment a where a.platform_holder_id = $1 and ${awaitsNewTimeSql}`,
)
