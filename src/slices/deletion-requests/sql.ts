/** Whether a holder's entry is of somebody who was erased: nothing goes to them. */
export const isErasedSql = (row: string, entry: string) =>
  `exists (
     select 1
     from erased_entry e
     where e.platform_holder_id = ${row}.platform_holder_id and e.holder_recipient_id = ${entry} offset 0)`

/** Whether a letter about a holder's entry waits for a decision. */
export const hasOpenLetter = (entry: string) =>
  `exists (
     select 1
     from deletion_request d
     where d.platform_holder_id = ${entry}.platform_holder_id and d.holder_recipient_id = ${entry}.id
       and d.status in ('pending_review', 'in_progress') offset 0)`

/** The entries of a person who is erased: $1 their holders and $2 the entries, in pairs. */
export const erasedEntries = 'unnest($1::uuid[], $2::uuid[]) as e(platform_holder_id, holder_recipient_id)'

/** The appointments of those entries. */
export const appointmentsOfErased = `
  select a.platform_holder_id, a.id from appointment a
  join ${erasedEntries} on e.platform_holder_id = a.platform_holder_id
    and e.holder_recipient_id = a.holder_recipient_id`

/** Whether a row is of one of those appointments. */
export const isOfErased = `(platform_holder_id, appointment_id) in (${appointmentsOfErased})`

/** The keys of the contacts by which the holder `$2` knows the recipient `$1`. */
export const ownContactKeys = `array(
  select r.contact_key from recipient_link l
  join holder_recipient r on r.platform_holder_id = l.platform_holder_id and r.id = l.holder_recipient_id
  where l.recipient_id = $1 and l.platform_holder_id = $2
  union select recipient_phone_key from appointment_of_person where recipient_id = $1 and platform_holder_id = $2
  union select recipient_email_key from appointment_of_person where recipient_id = $1 and platform_holder_id = $2)`

/** The entries and appointments of a person who is erased, as rows about them name their subjects. */
export const erasedSubjects = `array(select e.holder_recipient_id
  from ${erasedEntries}
  union all select own.id
  from (${appointmentsOfErased}) own)`
