import type { StaffRole } from '#/kernel/context.ts'
import { newId } from '#/kernel/ids.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { lockStaffOf, type Access } from './member-store.ts'

/** How long the link of an invitation works, in days. */
export const invitationDays = 3

/** Somebody who may not sign in before they answered. @returns their id, new or as before */
export async function storeInvited(
  tx: HolderTx,
  { email, locale, ...access }: Access & { readonly email: string; readonly locale: string },
): Promise<string> {
  const { name, role, locationIds, includesUnassigned } = access
  const values = [tx.platformHolderId, newId(), email, name, role, locationIds, includesUnassigned, locale]
  const [row] = await tx.rows(upsertInvited, values)
  if (!row) throw new Error('The invited member of staff could not be stored')
  return row.id
}

/** Nothing where they work here already. The language of the mail is theirs until they choose another. */
const upsertInvited = statement<{ id: string }>(
  'upsert_invited',
  `insert into staff_member as m (platform_holder_id, id, email, name, role, location_ids, includes_unassigned, interface_locale, status, is_newcomer)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 'invited', true)
   on conflict (platform_holder_id, email) do update set status = 'invited', name = coalesce(excluded.name, m.name),
     role = excluded.role, location_ids = excluded.location_ids, includes_unassigned = excluded.includes_unassigned,
     interface_locale = excluded.interface_locale, version = m.version + 1, updated_at = tijdig_now()
   where m.status = 'inactive'
   returning m.id`,
)

/** A link for somebody, in place of those they were sent before. @returns its id */
export function storeInvitation(tx: HolderTx, memberId: string): string {
  const id = newId()
  tx.send(endInvitations, [tx.platformHolderId, memberId])
  tx.send(insertInvitation, [tx.platformHolderId, id, memberId])
  tx.send(touchMember, [tx.platformHolderId, memberId])
  return id
}

const endInvitations = statement(
  'end_staff_invitations',
  `update staff_invitation set ended_at = tijdig_now()
   where platform_holder_id = $1 and staff_member_id = $2 and ended_at is null`,
)
const insertInvitation = statement(
  'insert_staff_invitation',
  `insert into staff_invitation (platform_holder_id, id, staff_member_id, expires_at)
   values ($1, $2, $3, tijdig_now() + interval '${invitationDays} days')`,
)
/** Who does not answer is forgotten some time after the last mail. */
const touchMember = statement(
  'touch_invited',
  `update staff_member set updated_at = tijdig_now() where platform_holder_id = $1 and id = $2 and status = 'invited'`,
)

/** Ends the invitation of an address that did not answer it; an answer meanwhile waits. Operator work. @returns whose it was; undefined for nobody's */
export async function withdrawInvitationsOf(tx: HolderTx, email: string): Promise<string | undefined> {
  lockStaffOf(tx)
  const [invited] = await tx.rows(selectUnanswered, [tx.platformHolderId, email])
  if (invited) withdrawInvitations(tx, invited.id)
  return invited?.id
}

const selectUnanswered = statement<{ id: string }>(
  'select_unanswered_invitation',
  `select id from staff_member where platform_holder_id = $1 and email = $2 and status = 'invited'`,
)

/** Ends what somebody was sent. Who never worked here is forgotten, and who did has left again. */
export function withdrawInvitations(tx: HolderTx, memberId: string): void {
  tx.send(endInvitations, [tx.platformHolderId, memberId])
  tx.send(deleteNewcomer, [tx.platformHolderId, memberId])
  tx.send(returnFormer, [tx.platformHolderId, memberId])
}

const deleteNewcomer = statement(
  'delete_newcomer',
  `delete from staff_member where platform_holder_id = $1 and id = $2 and status = 'invited' and is_newcomer`,
)
const returnFormer = statement(
  'return_former_staff',
  `update staff_member set status = 'inactive', version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and status = 'invited' and not is_newcomer`,
)

export type SentInvitations = {
  /** Of the organization, and to this person, in the last 24 hours. */
  readonly byHolder: number
  readonly toPerson: number
}

export async function countInvitations(tx: HolderTx, memberId: string | null): Promise<SentInvitations> {
  const [row] = await tx.rows(countSent, [tx.platformHolderId, memberId])
  return row ?? { byHolder: 0, toPerson: 0 }
}

const countSent = statement<SentInvitations>(
  'count_staff_invitations',
  `select count(*)::int as by_holder, (count(*) filter (where staff_member_id = $2))::int as to_person
   from staff_invitation where platform_holder_id = $1 and created_at > tijdig_now() - interval '1 day'`,
)

/** Stores the hash of a link when its mail is written, and returns what the mail says; nothing where the link has ended. */
export const openInvitation = statement<{
  readonly email: string
  readonly locale: string
  readonly holderName: string
  readonly timezone: string
  readonly expiresAt: Temporal.Instant
}>(
  'open_staff_invitation',
  `update staff_invitation i set token_sha256 = $3
   from staff_member m join platform_holder h on h.platform_holder_id = m.platform_holder_id
   where i.platform_holder_id = $1 and i.id = $2 and i.ended_at is null and i.expires_at > tijdig_now()
     and m.platform_holder_id = i.platform_holder_id and m.id = i.staff_member_id and m.status = 'invited'
     and h.status in ('active', 'draft')
   returning m.email, coalesce(m.interface_locale, h.default_locale) as locale, h.display_name as holder_name,
     h.default_timezone as timezone, i.expires_at`,
)

/** Whom to write about their access, while it is as the mail says. */
export const selectToTell = statement<{ email: string; locale: string; holderName: string }>(
  'select_staff_to_tell',
  `select s.email, coalesce(s.interface_locale, h.default_locale) as locale, h.display_name as holder_name
   from staff_member s join platform_holder h on h.platform_holder_id = s.platform_holder_id
   where s.platform_holder_id = $1 and s.id = $2 and s.kind = 'person' and s.status = $3`,
)

export type OpenInvitation = {
  readonly id: string
  readonly memberId: string
  readonly email: string
  readonly role: StaffRole
  readonly holderName: string
  readonly expiresAt: Temporal.Instant
}

/** Whose link it is; no row for one that was never sent, or so long ago that it is forgotten. */
export const findInvitation = statement<{ platformHolderId: string; id: string }>(
  'find_staff_invitation',
  'select platform_holder_id, id from find_staff_invitation($1)',
)

/** An invitation that can be answered now; of two answers at once the second finds none. */
export const selectOpenInvitation = statement<OpenInvitation>(
  'select_open_staff_invitation',
  `select i.id, m.id as member_id, m.email, m.role, h.display_name as holder_name, i.expires_at
   from staff_invitation i
   join staff_member m on m.platform_holder_id = i.platform_holder_id and m.id = i.staff_member_id
   join platform_holder h on h.platform_holder_id = i.platform_holder_id
   where i.platform_holder_id = $1 and i.id = $2 and i.ended_at is null and i.expires_at > tijdig_now()
     and m.status = 'invited' and h.status in ('active', 'draft')`,
)

/** Makes somebody who answers one of the staff. */
export function acceptInvitation(tx: HolderTx, memberId: string): void {
  tx.send(endInvitations, [tx.platformHolderId, memberId])
  tx.send(activateInvited, [tx.platformHolderId, memberId])
}

const activateInvited = statement(
  'activate_invited',
  `update staff_member set status = 'active', is_newcomer = false, version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and status = 'invited'`,
)
