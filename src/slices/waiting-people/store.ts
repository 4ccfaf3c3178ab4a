import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Position } from '#/kernel/page.ts'

// Reads through `person_at_entry`, which knows the people who proved the contact of an entry of this holder and nobody
// else, and links by the one function that checks the same.

/** Most entries shown for one person: a number that stands in hundreds of entries is nobody's own. */
const entriesOfPerson = 50

export type EntryRow = {
  readonly profileId: string
  readonly holderRecipientId: string
  readonly isLinked: boolean
  readonly displayName: string
  readonly phone: string | null
  readonly email: string | null
  readonly appointmentCount: number
  readonly lastAt: Temporal.Instant | null
  readonly lastTimezone: string | null
  readonly nextAt: Temporal.Instant | null
  readonly nextTimezone: string | null
}

/** The people of a page, one more than its size, who proved the contact of an entry that nobody is linked to. */
export async function listWaitingProfiles(tx: HolderTx, after: Position | null, size: number): Promise<string[]> {
  const rows = await tx.rows(selectProfiles, [tx.platformHolderId, after?.[0] ?? null, size + 1])
  return rows.map((row) => row.profileId)
}

const selectProfiles = statement<{ profileId: string }>(
  'list_waiting_people',
  `select distinct profile_id from person_at_entry
   where platform_holder_id = $1 and not is_linked and ($2::uuid is null or profile_id > $2::uuid)
   order by profile_id limit $3`,
)

/** Their entries, those with the next appointments first, with name and contact of the newest appointment of each. */
export function listEntries(tx: HolderTx, profileIds: readonly string[]): Promise<EntryRow[]> {
  return tx.rows(selectEntries, [tx.platformHolderId, profileIds])
}

const selectEntries = statement<EntryRow>(
  'list_entries_of_waiting_people',
  `with own as (
     select profile_id, holder_recipient_id, is_linked from (
       select profile_id, holder_recipient_id, is_linked,
         row_number() over (partition by profile_id order by is_linked, holder_recipient_id) as place
       from person_at_entry where platform_holder_id = $1 and profile_id = any($2::uuid[]) and not is_taken) ranked
     where place <= ${entriesOfPerson})
   select own.profile_id, own.holder_recipient_id, own.is_linked, newest.recipient_name as display_name,
     newest.recipient_phone as phone,
     newest.recipient_email as email, counted.appointment_count, past.starts_at as last_at,
     past.timezone as last_timezone,
     ahead.starts_at as next_at, ahead.timezone as next_timezone
   from own
   cross join lateral (select a.recipient_name, a.recipient_phone, a.recipient_email from appointment a
     where a.platform_holder_id = $1 and a.holder_recipient_id = own.holder_recipient_id order by a.updated_at desc, a.id limit 1) newest
   cross join lateral (select count(*)::int as appointment_count from appointment a
     where a.platform_holder_id = $1 and a.holder_recipient_id = own.holder_recipient_id) counted
   left join lateral (select a.starts_at, a.timezone from appointment a
     where a.platform_holder_id = $1 and a.holder_recipient_id = own.holder_recipient_id and a.status <> 'cancelled'
       and a.starts_at <= tijdig_now() order by a.starts_at desc, a.id limit 1) past on true
   left join lateral (select a.starts_at, a.timezone from appointment a
     where a.platform_holder_id = $1 and a.holder_recipient_id = own.holder_recipient_id and a.status = 'registered'
       and a.starts_at > tijdig_now() order by a.starts_at, a.id limit 1) ahead on true
   order by own.profile_id, own.is_linked, ahead.starts_at nulls last, newest.recipient_name, own.holder_recipient_id`,
)

/** Those of these entries whose contact the person proved, also if they are linked to somebody else: then taken. */
export async function listOwnEntries(tx: HolderTx, profileId: string, entries: readonly string[]): Promise<OwnEntry[]> {
  return tx.rows(selectOwnEntries, [tx.platformHolderId, profileId, entries])
}

type OwnEntry = { readonly holderRecipientId: string; readonly isLinked: boolean; readonly isTaken: boolean }

const selectOwnEntries = statement<OwnEntry>(
  'list_own_entries_of_person',
  `select holder_recipient_id, is_linked, is_taken from person_at_entry
   where platform_holder_id = $1 and profile_id = $2 and holder_recipient_id = any($3::uuid[])
   order by holder_recipient_id`,
)

export type Linking = {
  readonly outcome: 'linked' | 'taken' | 'not_found'
  readonly recipientId: string | null
  /** Whether nobody had linked the person before. */
  readonly isFirst: boolean
}

/** @param recipientId of the recipient that a first link makes */
export async function linkEntries(
  tx: HolderTx,
  person: { readonly id: string; readonly phoneNumberE164: string; readonly locale: string | null },
  entries: readonly string[],
  recipientId: string,
): Promise<Linking> {
  const values = [person.id, entries, person.phoneNumberE164, person.locale, recipientId]
  const [row] = await tx.rows(link, values)
  if (!row) throw new Error('Linking answered nothing')
  return row
}

const link = statement<Linking>(
  'link_person_to_entries',
  'select outcome, recipient_id, is_first from link_person_to_entries($1, $2::uuid[], $3, $4, $5)',
)

export type ProposalRow = RowOf<typeof proposalColumns> & {
  /** Null when it is no longer kept. */
  readonly proposerEmail: string | null
}

const proposalColumns = columns(
  'link_proposal',
  'p.id, p.profile_id, p.holder_recipient_ids, p.proposed_by, p.proposed_at',
)

const proposals = `select ${proposalColumns}, coalesce(s.email, s.name) as proposer_email
  from link_proposal p
  left join staff_member s on s.platform_holder_id = p.platform_holder_id and s.id = p.proposed_by
  where p.platform_holder_id = $1 and p.decided_at is null`

export function listProposals(tx: HolderTx, profileIds: readonly string[]): Promise<ProposalRow[]> {
  return tx.rows(selectProposals, [tx.platformHolderId, profileIds])
}

const selectProposals = statement<ProposalRow>(
  'list_link_proposals',
  `${proposals} and p.profile_id = any($2::uuid[]) order by p.id`,
)

/** Stores a proposal. @returns null when one waits for this person already */
export async function insertProposal(
  tx: HolderTx,
  proposal: {
    readonly id: string
    readonly profileId: string
    readonly entries: readonly string[]
    readonly proposedBy: string
    readonly now: Temporal.Instant
  },
): Promise<ProposalRow | null> {
  const { id, profileId, entries, proposedBy, now } = proposal
  const inserted = await tx.rows(insert, [tx.platformHolderId, id, profileId, entries, proposedBy, now])
  if (inserted.length === 0) return null
  const [row] = await listProposals(tx, [profileId])
  return row ?? null
}

const insert = statement<{ id: string }>(
  'insert_link_proposal',
  `insert into link_proposal (platform_holder_id, id, profile_id, holder_recipient_ids, proposed_by, proposed_at)
   values ($1, $2, $3, $4::uuid[], $5, $6)
   on conflict (platform_holder_id, profile_id)
   where decided_at is null do nothing
   returning id`,
)

/** The proposal about a person, locked; null when there is none. */
export async function lockProposal(tx: HolderTx, profileId: string): Promise<ProposalRow | null> {
  const [row] = await tx.rows(selectProposalForUpdate, [tx.platformHolderId, profileId])
  return row ?? null
}

const selectProposalForUpdate = statement<ProposalRow>(
  'lock_link_proposal',
  `${proposals} and p.profile_id = $2 for update of p`,
)

/** Ends the proposal about a person, if there is one. */
export function endProposal(tx: HolderTx, profileId: string): void {
  tx.send(decideProposal, [tx.platformHolderId, profileId])
}

const decideProposal = statement(
  'decide_link_proposal',
  `update link_proposal set decided_at = tijdig_now()
   where platform_holder_id = $1 and profile_id = $2 and decided_at is null`,
)
