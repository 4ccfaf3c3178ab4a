import type { StaffRole } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'

export type MemberStatus = 'active' | 'invited' | 'inactive'

export type ListedMember = {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly status: MemberStatus
  readonly role: StaffRole
  readonly locationIds: readonly string[]
  readonly includesUnassigned: boolean
  readonly version: number
  readonly createdAt: Temporal.Instant
  /** Of the sessions that are still stored. */
  readonly lastSeenAt: Temporal.Instant | null
  readonly activeKeys: number
  /** Of the link that was sent last, while it is not answered. */
  readonly invitedAt: Temporal.Instant | null
  readonly invitationEndsAt: Temporal.Instant | null
  /** Who works here, then who was invited, then who left. */
  readonly rank: number
}

const rank = `case m.status when 'active' then 0 when 'invited' then 1 else 2 end`

/** Without those whose address was erased, years after they left. */
const members = `select m.id, m.email, m.name, m.status, m.role, m.location_ids, m.includes_unassigned, m.version,
    m.created_at, ${rank} as rank, i.created_at as invited_at, i.expires_at as invitation_ends_at,
    (select max(s.last_seen_at)
      from staff_session s
      where s.platform_holder_id = m.platform_holder_id and s.staff_member_id = m.id) as last_seen_at,
    (select count(*)::int
      from api_key k
      where k.platform_holder_id = m.platform_holder_id and k.actor_id = m.id
        and k.revoked_at is null and k.expires_at > tijdig_now()) as active_keys
  from staff_member m
  left join lateral (
    select o.created_at, o.expires_at
    from staff_invitation o
    where m.status = 'invited' and o.platform_holder_id = m.platform_holder_id and o.staff_member_id = m.id
      and o.ended_at is null
    order by o.created_at desc limit 1) i on true
  where m.platform_holder_id = $1 and m.kind = 'person' and m.email <> m.id || '@erased.invalid'`

/** One row more than the page. */
export function listStaff(tx: HolderTx, after: Position | null, size: number): Promise<ListedMember[]> {
  return tx.rows(selectStaff, [tx.platformHolderId, after?.[0] ?? null, after?.[1] ?? null, size + 1])
}

const selectStaff = statement<ListedMember>(
  'list_staff',
  `${members} and ($2::int is null or (${rank}, m.email) > ($2::int, $3::text))
   order by rank, m.email limit $4`,
)

/** @throws AppError NOT_FOUND */
export async function getMember(tx: HolderTx, id: string): Promise<ListedMember> {
  const [row] = await tx.rows(selectMember, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectMember = statement<ListedMember>('select_staff_of_holder', `${members} and m.id = $2`)

export type LockedMember = RowOf<typeof lockedColumns> & {
  readonly email: string
  readonly status: MemberStatus
  readonly role: StaffRole
}

const lockedColumns = columns(
  'staff_member',
  'id, email, name, status, role, location_ids, includes_unassigned, version, is_newcomer',
)

export type LockedStaff = {
  /** Whoever asks, as they are now: a colleague may have changed that a moment ago. */
  readonly actor: LockedMember | undefined
  readonly target: LockedMember | undefined
  /** Owners who may sign in, without the target. */
  readonly otherOwners: number
}

/**
 * Two people of the staff, of whom changes wait for each other until the transaction ends: so nobody takes the last owner
 * away while another one does the same.
 *
 * @param target an id, or else a folded address
 */
export async function lockStaff(
  tx: HolderTx,
  actorId: string,
  target: { readonly id: string } | { readonly email: string },
): Promise<LockedStaff> {
  const [id, email] = 'id' in target ? [target.id, null] : [null, target.email]
  const holder = tx.platformHolderId
  lockStaffOf(tx)
  const [[actor], [found], [owners]] = await Promise.all([
    tx.rows(selectToChange, [holder, actorId, null]),
    tx.rows(selectToChange, [holder, id, email]),
    tx.rows(countOwners, [holder, id, email]),
  ])
  return { actor, target: found, otherOwners: owners?.others ?? 0 }
}

/** Changes of the staff of an organization wait for each other. */
export function lockStaffOf(tx: HolderTx): void {
  tx.send(lockStaffOfHolder, [tx.platformHolderId])
}

const lockStaffOfHolder = statement(
  'lock_staff_of_holder',
  `select pg_advisory_xact_lock(hashtextextended('staff ' || $1, 0))`,
)
const selectToChange = statement<LockedMember>(
  'select_staff_to_change',
  `select ${lockedColumns} from staff_member
   where platform_holder_id = $1 and kind = 'person' and (id = $2::uuid or email = $3::text) for no key update`,
)
const countOwners = statement<{ others: number }>(
  'count_other_owners',
  `select count(*)::int as others from staff_member
   where platform_holder_id = $1 and kind = 'person' and status = 'active' and role = 'owner'
     and id is distinct from $2::uuid and email is distinct from $3::text`,
)

export type Access = {
  readonly name: string | null
  readonly role: StaffRole
  readonly locationIds: readonly string[]
  readonly includesUnassigned: boolean
}

export function changeMember(tx: HolderTx, id: string, access: Access): void {
  const { name, role, locationIds, includesUnassigned } = access
  tx.send(updateMember, [tx.platformHolderId, id, name, role, locationIds, includesUnassigned])
}

const updateMember = statement(
  'update_staff_access',
  `update staff_member set name = $3, role = $4, location_ids = $5, includes_unassigned = $6, version = version + 1,
     updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and kind = 'person'`,
)

/** Which of these ids no location of the organization has. */
export async function unknownLocations(tx: HolderTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await tx.rows(selectUnknownLocations, [tx.platformHolderId, ids])).map(({ id }) => id)
}

const selectUnknownLocations = statement<{ id: string }>(
  'select_unknown_locations',
  `select asked.id
   from platform_holder h
   cross join unnest($2::text[]) with ordinality asked (id, nth)
   where h.platform_holder_id = $1
     and not coalesce(h.scheduling_setup -> 'locations', '[]') @> jsonb_build_array(jsonb_build_object('id', asked.id))
   order by asked.nth limit 100`,
)
