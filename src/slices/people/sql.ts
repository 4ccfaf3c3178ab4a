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

/**
 * Gives the notes on entries that are to be deleted to another entry of the same person, unless that has a newer one.
 *
 * @param inherited rows with a `platform_holder_id`, the `id` of the entry and its `heir_id`
 */
export const inheritNotes = (
  inherited: string,
) => `insert into person_note as own (platform_holder_id, holder_recipient_id, note, version, updated_at)
  select distinct on (i.platform_holder_id, i.heir_id) i.platform_holder_id, i.heir_id, n.note, n.version, n.updated_at
  from ${inherited} i
  join person_note n on n.platform_holder_id = i.platform_holder_id and n.holder_recipient_id = i.id
  order by i.platform_holder_id, i.heir_id, n.updated_at desc, n.holder_recipient_id
  on conflict (platform_holder_id, holder_recipient_id) do update
    set note = excluded.note, version = excluded.version, updated_at = excluded.updated_at
    where own.updated_at < excluded.updated_at`
