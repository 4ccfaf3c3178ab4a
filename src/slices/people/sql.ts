/**
 * Adds the words by which a person is found, for a new entry of the holder `$1` with the folded name `$4` and the number `$6`.
 *
 * @param added a row with the `id` of the entry, or none when it was there already
 */
export const addTerms = (added: string) => `insert into person_term (platform_holder_id, holder_recipient_id, term)
  select $1::uuid, added.id, t.term from ${added}
  cross join lateral (
    select name_terms($4::text)
    union select phone_terms($6::text)
    where $6::text is not null) as t(term)
  on conflict do nothing`
