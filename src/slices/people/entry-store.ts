import { AppError } from '#/kernel/errors.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/**
 * The entries that are one person at this holder: those of one chain of corrected contacts, and those linked to the same
 * sign-in. Nothing else makes one person of two, neither a name nor a number that a family shares.
 *
 * @throws AppError NOT_FOUND also for whoever was erased
 */
export async function findEntries(tx: HolderTx, personId: string): Promise<readonly string[]> {
  const rows = await tx.rows(selectEntries, [tx.platformHolderId, personId])
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  return rows.map(({ id }) => id)
}

const selectEntries = statement<{ readonly id: string }>(
  'select_entries_of_person',
  `with asked as (
     select coalesce(r.same_person_as, r.id) as first_id from holder_recipient r
     where r.platform_holder_id = $1 and r.id = $2 and r.folded_name <> r.id::text),
   corrected as (
     select r.id from holder_recipient r
     where r.platform_holder_id = $1 and r.id = (select first_id from asked) and r.folded_name <> r.id::text
     union
     select r.id from holder_recipient r
     where r.platform_holder_id = $1 and r.same_person_as = (select first_id from asked)),
   known as (
     select id from corrected
     union
     select other.holder_recipient_id from recipient_link own
     join recipient_link other on other.platform_holder_id = own.platform_holder_id
       and other.recipient_id = own.recipient_id
     where own.platform_holder_id = $1 and own.holder_recipient_id in (select id from corrected))
   select id
   from known
   -- Entries themselves stand outside the wall of locations: an appointment here may be of somebody known elsewhere.
   where (select bound_locations()) is null or sees_entry($1, id)`,
)

/** How a person is known now: by the appointment whose contact was confirmed last. */
export type KnownPerson = {
  readonly holderRecipientId: string
  readonly displayName: string
  readonly phone: string | null
  readonly email: string | null
  readonly phoneKey: Buffer | null
  readonly emailKey: Buffer | null
  readonly locale: string | null
  readonly isLinked: boolean
}

/** @throws AppError NOT_FOUND for whoever has no appointment any more */
export async function getKnownPerson(tx: HolderTx, entries: readonly string[]): Promise<KnownPerson> {
  const [row] = await tx.rows(selectKnown, [tx.platformHolderId, entries])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectKnown = statement<KnownPerson>(
  'select_known_person',
  `select a.holder_recipient_id, a.recipient_name as display_name, a.recipient_phone as phone,
     a.recipient_email as email,
     a.recipient_phone_key as phone_key, a.recipient_email_key as email_key, r.locale,
     a.recipient_id is not null as is_linked
   from appointment a
   join holder_recipient r on r.platform_holder_id = a.platform_holder_id and r.id = a.holder_recipient_id
   where a.platform_holder_id = $1 and a.holder_recipient_id = any($2::uuid[])
   order by a.contact_last_confirmed_at desc, a.starts_at desc, a.id limit 1`,
)
