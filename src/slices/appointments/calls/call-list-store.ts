import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { toDays } from '#/kernel/time/local-days.ts'
import { textIn } from '#/messages/catalogues/locales.ts'
import { isToldElsewhere, placeSql } from '#/slices/appointment-facts/appointment-facts.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { newestItemsSql } from '#/slices/batches/sql.ts'
import { isErasedSql } from '#/slices/deletion-requests/sql.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import type { ReasonCode } from '#/slices/reminders/reminders.ts'
import {
  callsPerDaySql,
  formerPlaceLateral,
  hasReachedNumberSql,
  reachLateral,
  wasAskedBeforeSql,
} from '#/slices/reminders/sql.ts'
import { hasRepliedSql } from '#/slices/replies/sql.ts'
import { titleOf } from '#/slices/appointments/title.ts'
import { listCalls } from './call-store.ts'
import type { CallRow } from './call-view.ts'
import { othersMax, type CallReason } from './to-call-view.ts'

/** Most people of one answer. */
export const toCallMax = 200

type KnownRow = {
  readonly id: string
  readonly version: number
  readonly status: 'registered' | 'completed' | 'no_show' | 'cancelled'
  readonly holderRecipientId: string
  readonly recipientName: string
  readonly recipientPhone: string | null
  readonly startsAt: Temporal.Instant
  readonly timezone: string
  readonly reason: CallReason
  readonly reasonCode: ReasonCode | null
  readonly title: string | null
  readonly typeName: Readonly<Record<string, string>> | null
}

type OtherRow = Pick<KnownRow, 'id' | 'holderRecipientId' | 'recipientName' | 'startsAt' | 'timezone'> & {
  /** The appointment of whoever is called. */
  readonly besideId: string
}

export type ToCallRow = Omit<KnownRow, 'typeName' | 'title'> & {
  readonly title: string
  readonly others: readonly OtherRow[]
  readonly lastCall: CallRow | null
}

type Span = { readonly from: Temporal.Instant; readonly to: Temporal.Instant }

/**
 * Whom to call about appointments that start in the span, in order, `toCallMax` at most. What orders those who did not
 * answer is computed while they are sorted, and leaves the database in no column.
 *
 * @returns with `leftOut`, how many more there are
 */
export async function listToCall(
  tx: HolderTx,
  now: Temporal.Instant,
  span: Span,
): Promise<{ rows: ToCallRow[]; leftOut: number }> {
  const [context, toldElsewhere] = await Promise.all([getHolderContext(tx), listToldElsewhere(tx, span)])
  const { defaultTimezone, defaultLocale, displayName } = context
  const today = toDays([now.toZonedDateTimeISO(defaultTimezone).toPlainDate()], defaultTimezone).beginnings[0]
  const answer = await tx.rows(selectToCall, [tx.platformHolderId, span.from, span.to, today, toldElsewhere])
  const known = answer.flatMap((row) => (row.id === null ? [] : [row]))
  const ids = known.map(({ id }) => id)
  const [calls, others] = await Promise.all([listCalls(tx, ids), tx.rows(selectOthers, [tx.platformHolderId, ids])])
  const callsOf = Map.groupBy(calls, ({ appointmentId }) => appointmentId)
  const othersOf = Map.groupBy(others, ({ besideId }) => besideId)
  return {
    rows: known.map(({ typeName, ...row }) => ({
      ...row,
      title: titleOf(row.title, typeName && textIn(typeName, [defaultLocale, 'nl']), displayName),
      others: othersOf.get(row.id) ?? [],
      lastCall: callsOf.get(row.id)?.at(-1) ?? null,
    })),
    leftOut: (answer[0]?.total ?? 0) - known.length,
  }
}

/** The appointments of the span whose person was told last that they are elsewhere, by the rule that the notices of it follow (G3). */
async function listToldElsewhere(tx: HolderTx, { from, to }: Span): Promise<string[]> {
  const rows = await tx.rows(selectFormerPlaces, [tx.platformHolderId, from, to])
  return rows
    .filter(({ toldLocationId, toldPlace, locationId, place }) =>
      isToldElsewhere({ locationId: toldLocationId, words: toldPlace }, { locationId, words: place }),
    )
    .map(({ id }) => id)
}

type FormerPlaceRow = {
  readonly id: string
  readonly locationId: string | null
  readonly place: string | null
  readonly toldLocationId: string | null
  readonly toldPlace: string
}

const selectFormerPlaces = statement<FormerPlaceRow>(
  'list_former_places',
  `select a.id, a.location_id, ${placeSql()} as place, t.told_location_id, t.told_place
   from appointment a
   join platform_holder h on h.platform_holder_id = a.platform_holder_id
   ${formerPlaceLateral}
   where a.platform_holder_id = $1 and a.starts_at >= $2 and a.starts_at < $3 and a.starts_at > (select tijdig_now())
     and a.status = 'registered' and a.schedule_revision > 1`,
)

/** The calls about appointment `a` that count: for its present schedule, or since the batch of which nobody could tell them. */
const callsThatCount = `from appointment_call c
  where c.platform_holder_id = a.platform_holder_id and c.appointment_id = a.id and c.withdrawn_at is null
    and case when b.appointment_id is not null then c.called_at >= b.created_at
      else coalesce(c.schedule_revision, a.schedule_revision) = a.schedule_revision end`

/** Whether nobody has to call about appointment `a` now; nobody answered comes back after two hours, twice. */
const isCalled = `(
  select coalesce(bool_or(c.outcome <> 'no_answer') or count(*) > 2
    or max(c.called_at) > (select tijdig_now()) - interval '2 hours', false)
  ${callsThatCount})`

/** Whether somebody waits for an answer of appointment `a`: whom nobody could tell of a change are called in any case. */
const isOpen = `a.status = 'registered' and a.confirmed_revision is distinct from a.schedule_revision
  and not a.awaits_new_time`

const isToldOtherwise = `not k.is_to_be_told and (k.told_starts_at <> k.starts_at or k.told_kind = 'cancellation'
  or k.id = any($5::uuid[]))`
const isUnreached = `not k.has_arrived and not k.is_under_way`

/** In the order in which they are told, where several hold. */
const reason = `case
  when k.must_call then 'must_call'
  when ${isToldOtherwise} then 'told_otherwise'
  when k.has_open_request then null
  when k.is_opted_out then 'opted_out'
  when ${isUnreached} and k.failed_reason is not null then 'not_delivered'
  when ${isUnreached} and k.unknown_reason is not null then 'unknown'
  when ${isUnreached} and k.no_contact_reason is not null then 'no_contact'
  when k.asked_at is not null and not ${hasRepliedSql('k', 'k.asked_at')} then 'unanswered'
end`
const group = `case n.reason when 'must_call' then 1 when 'told_otherwise' then 1 when 'unanswered' then 3 else 2 end`

/** Whether the person of appointment `n` objected to being ordered by more than the start, at whichever entry of theirs. */
const isByStartOnly = `exists (
  select 1
  from (
    select coalesce(own.same_person_as, own.id) as first_id
    from holder_recipient own
    where own.platform_holder_id = n.platform_holder_id and own.id = n.holder_recipient_id offset 0) person
  cross join lateral (
    select e.is_ordered_by_start_only from holder_recipient e
    where e.platform_holder_id = n.platform_holder_id and e.id = person.first_id
    union all
    select e.is_ordered_by_start_only from holder_recipient e
    where e.platform_holder_id = n.platform_holder_id and e.same_person_as = person.first_id) entry
  where entry.is_ordered_by_start_only)`

const madeAhead = `case
  when n.starts_at - n.created_at >= interval '14 days' then 2
  when n.starts_at - n.created_at >= interval '7 days' then 1
  else 0 end`
const missedHere = `least(2, (
  select count(*)
  from appointment p
  where p.platform_holder_id = n.platform_holder_id and p.holder_recipient_id = n.holder_recipient_id
    and p.status = 'no_show' and p.starts_at > (select tijdig_now()) - interval '24 months'))`
// Exactly these, and nothing that says who somebody is (GDPR, article 9 and 22): a new one needs a decision and the pages that tell the rule.
const points = `case when n.reason <> 'unanswered' or ${isByStartOnly} then 0
  else ${madeAhead} + ${missedHere} + (n.recipient_phone_key is not null and not n.has_reached_number)::int end`

const selectToCall = statement<(KnownRow & { readonly total: number }) | { readonly id: null; readonly total: number }>(
  'list_to_call',
  `with told_of as materialized (
     select n.appointment_id, n.created_at
     from (${newestItemsSql}) n
     where n.outcome = 'must_call'),
   known as materialized (
     select a.platform_holder_id, a.id, a.version, a.status, b.appointment_id is not null as must_call, a.holder_recipient_id, a.recipient_name, a.recipient_phone,
       a.recipient_phone_key, a.title, a.appointment_type_id, a.starts_at, a.timezone, a.created_at,
       a.open_request_id is not null as has_open_request, m.*
     from appointment a
     left join told_of b on b.appointment_id = a.id
     ${reachLateral}
     where a.platform_holder_id = $1 and a.starts_at >= $2 and a.starts_at < $3 and a.starts_at > (select tijdig_now())
       and (b.appointment_id is not null or ${isOpen}) and not ${isErasedSql('a', 'a.holder_recipient_id')} and not ${isCalled}),
   named as materialized (
     select k.*, ${reason} as reason
     from known k),
   counted as (
     select count(*) as called
     from (
       select distinct c.appointment_id from appointment_call c
       where c.platform_holder_id = $1 and c.called_at >= $4 and c.withdrawn_at is null
         and ${wasAskedBeforeSql('c', 'c.called_at')}) today),
   asked as (
     select a.*, case when a.reason = 'unanswered' then ${hasReachedNumberSql} end as has_reached_number
     from named a where a.reason is not null),
   placed as materialized (
     select n.id, n.version, n.status, n.holder_recipient_id, n.recipient_name, n.recipient_phone, n.starts_at, n.timezone, n.title,
       n.appointment_type_id, n.platform_holder_id, n.reason,
       case n.reason when 'not_delivered' then n.failed_reason when 'unknown' then n.unknown_reason
         when 'no_contact' then n.no_contact_reason end as reason_code,
       ${group} as part, row_number() over (partition by ${group} order by ${points} desc, n.starts_at, n.id) as place
     from asked n)
   select p.id, p.version, p.status, p.holder_recipient_id, p.recipient_name, p.recipient_phone, p.starts_at, p.timezone,
     p.title, p.reason, p.reason_code, t.name as type_name, every.total
   from (select count(*) as total from placed) every
   left join (
     select * from placed
     where part < 3 or place <= greatest(0, ${callsPerDaySql} - (select called from counted))
     order by part, place limit ${toCallMax}) p on true
   ${joinType('p', 'p.appointment_type_id')}
   order by p.part, p.place limit ${toCallMax}`,
)

const selectOthers = statement<OtherRow>(
  'list_others_on_number',
  `select wanted.id as beside_id, o.id, o.holder_recipient_id, o.recipient_name, o.starts_at, o.timezone
   from unnest($2::uuid[]) as wanted(id)
   join appointment a on a.platform_holder_id = $1 and a.id = wanted.id
   cross join lateral (
     select distinct on (b.holder_recipient_id) b.id, b.holder_recipient_id, b.recipient_name, b.starts_at, b.timezone
     from appointment b
     where b.platform_holder_id = $1 and b.recipient_phone_key = a.recipient_phone_key
       and b.starts_at > (select tijdig_now()) and b.status = 'registered'
       and b.holder_recipient_id <> a.holder_recipient_id
     order by b.holder_recipient_id, b.starts_at limit ${othersMax}) o
   order by wanted.id, o.starts_at, o.id`,
)
