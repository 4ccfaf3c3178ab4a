/** Whether a holder's entry is of somebody who was erased: nothing goes to them. */
export const isErasedSql = (row: string, entry: string) =>
  `exists (select 1 from erased_entry e where e.platform_holder_id = ${row}.platform_holder_id and e.holder_recipient_id = ${entry} offset 0)`
