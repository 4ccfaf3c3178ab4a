import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import type { FoundRow } from '#/slices/people/person-view.ts'
import type { Sought } from './sought.ts'

/** How many people one search shows; of more, whoever searches types a letter more. */
export const foundMax = 20

/** How many entries of the rarest word are looked at for the other words. */
const lookedAtMax = 10_000

/** People with all the words in their name, with the number, or with an appointment of that id; one more than are shown. */
export function searchPeople(tx: HolderTx, { words, digits, externalId }: Sought): Promise<FoundRow[]> {
  const [lead, ...others] = words
  return tx.rows(selectFound, [tx.platformHolderId, lead ?? null, others, digits, digits.map(endOf), externalId])
}

/** After all texts that begin so, byte by byte. */
function endOf(beginning: string): string {
  return `${beginning}\u{10ffff}`
}

const beginsWith = (column: string, sought: string) =>
  `${column} >= ${sought} and ${column} < ${sought} || chr(1114111)`

// Each way stops at a screenful. A bound that an expression of another row gives could not be used before the row-level policy
// is checked: so those of numbers are parameters, and further words are looked for among the few terms of an entry. Entries that
// were corrected, and all that are linked to one sign-in, are one person.
const selectFound = statement<FoundRow>(
  'search_people',
  `with named as (
     select lead.holder_recipient_id from (
       select t.holder_recipient_id from person_term t
       where t.platform_holder_id = $1 and ${beginsWith('t.term', `('n' || sought_form($2::text))`)} limit ${lookedAtMax}) lead
     where not exists (select 1 from unnest($3::text[]) as w(word) where not exists (
       select 1 from person_term o where o.platform_holder_id = $1 and o.holder_recipient_id = lead.holder_recipient_id
         and ${beginsWith('o.term', `('n' || sought_form(w.word))`)}))
     limit ${foundMax * 3}),
   numbered as (
     select t.holder_recipient_id from unnest($4::text[], $5::text[]) as d(first, last) cross join lateral (
       select holder_recipient_id from person_term
       where platform_holder_id = $1 and term >= d.first and term < d.last limit ${foundMax * 3}) t),
   known_elsewhere as (
     select a.holder_recipient_id from appointment a
     where a.platform_holder_id = $1 and a.external_appointment_id = $6 limit ${foundMax}),
   entry as (
     select r.id, coalesce(l.recipient_id, r.same_person_as, r.id) as person
     from (
       select holder_recipient_id
       from named
       union select holder_recipient_id
       from numbered
       union select holder_recipient_id
       from known_elsewhere) found
     join holder_recipient r on r.platform_holder_id = $1 and r.id = found.holder_recipient_id
     left join recipient_link l on l.platform_holder_id = $1 and l.holder_recipient_id = r.id
     where r.folded_name <> r.id::text)
   select * from (
     select distinct on (entry.person) entry.id as person_id, newest.recipient_name as display_name,
       newest.recipient_phone as phone,
       newest.recipient_email as email, past.id as last_id, past.starts_at as last_at, past.timezone as last_timezone,
       ahead.id as next_id, ahead.starts_at as next_at, ahead.timezone as next_timezone
     from entry
     cross join lateral (select a.recipient_name, a.recipient_phone, a.recipient_email, a.starts_at from appointment a
       where a.platform_holder_id = $1 and a.holder_recipient_id = entry.id order by a.starts_at desc, a.id limit 1) newest
     left join lateral (select a.id, a.starts_at, a.timezone from appointment a
       where a.platform_holder_id = $1 and a.holder_recipient_id = entry.id and a.status <> 'cancelled'
         and a.starts_at <= (select tijdig_now()) order by a.starts_at desc, a.id limit 1) past on true
     left join lateral (select a.id, a.starts_at, a.timezone from appointment a
       where a.platform_holder_id = $1 and a.holder_recipient_id = entry.id and a.status = 'registered'
         and a.starts_at > (select tijdig_now()) order by a.starts_at, a.id limit 1) ahead on true
     order by entry.person, newest.starts_at desc, entry.id) person
   order by person.next_at nulls last, person.last_at desc nulls last, person.person_id limit ${foundMax + 1}`,
)
