import type { Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

export type SessionRow = {
  readonly id: string
  readonly staffMemberId: string
  readonly email: string
  readonly method: 'code' | 'passkey'
  readonly network: string | null
  readonly browser: string | null
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
}

/** When a session ended, or will unless it is used: as `find_caller` has it. */
const ends = `least(s.ended_at, s.expires_at, s.last_seen_at + interval '30 minutes')`

const shown = `s.id, s.staff_member_id, m.email, case when s.passkey_id is null then 'code' else 'passkey' end as method,
  s.network, s.browser, s.created_at, s.last_seen_at, s.expires_at, case when ${ends} <= now() then ${ends} end as ended_at`

export type SessionFilter = {
  /** Whose; null for all staff. */
  readonly staffMemberId: string | null
  /** Whether those that work or those that ended; null for both. */
  readonly isActive: boolean | null
  readonly after: Position | null
  readonly size: number
}

/** Newest first, one row more than the page. */
export function listSessionRows(tx: HolderTx, { staffMemberId, isActive, after, size }: SessionFilter) {
  const position = [after?.[0] ?? null, after?.[1] ?? null]
  return tx.rows(selectSessions, [tx.platformHolderId, staffMemberId, isActive, ...position, size + 1])
}

const selectSessions = statement<SessionRow>(
  'list_staff_sessions',
  `select ${shown}
   from staff_session s
   join staff_member m on m.platform_holder_id = s.platform_holder_id and m.id = s.staff_member_id
   where s.platform_holder_id = $1 and ($2::uuid is null or s.staff_member_id = $2)
     and ($3::boolean is null or (${ends} > now()) = $3)
     and ($4::timestamptz is null or (s.created_at, s.id) < ($4::timestamptz, $5::uuid))
   order by s.created_at desc, s.id desc limit $6`,
)

/**
 * Ends a session; one that has ended keeps its instant.
 *
 * @param staffMemberId whose it must be; null for anybody's
 */
export async function endSessionRow(
  tx: HolderTx,
  id: string,
  staffMemberId: string | null,
): Promise<SessionRow | undefined> {
  const [row] = await tx.rows(endOneSession, [tx.platformHolderId, id, staffMemberId])
  return row
}

const endOneSession = statement<SessionRow>(
  'end_one_session',
  `update staff_session s set ended_at = coalesce(s.ended_at, now())
   from staff_member m
   where m.platform_holder_id = s.platform_holder_id and m.id = s.staff_member_id
     and s.platform_holder_id = $1 and s.id = $2 and ($3::uuid is null or s.staff_member_id = $3)
   returning ${shown}`,
)
