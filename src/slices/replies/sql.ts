/** Makes the open replies that a member of staff ($2) of a holder ($1) had taken nobody's, and returns their ids. */
export const releaseRepliesSql = `update reply set assigned_to = null, version = version + 1, updated_at = tijdig_now()
   where platform_holder_id = $1 and assigned_to = $2 and state = 'open' returning id`

/** What staff answered to a reply, as the row of `reminder` that carries it needs it; null for any other row. */
export const staffAnswerSql = (row: string) => `case when ${row}.offset_key like 'answer:%' then (
  select json_build_object('template', w.template, 'text', w.body, 'numberKey', encode(n.sender_key, 'hex'),
    'receivedAt', n.received_at)
  from reply_answer w
  join reply n on n.platform_holder_id = w.platform_holder_id and n.id = w.reply_id
  where w.platform_holder_id = ${row}.platform_holder_id and w.id = substr(${row}.offset_key, 8)::uuid) end`

/** That; instants are texts. */
export type StaffAnswerRow = {
  readonly template: string | null
  /** Words of their own; null once they were erased. */
  readonly text: string | null
  readonly numberKey: string
  readonly receivedAt: string
}

/** Whether the number of the appointment `row` answered about it something that staff are still to see to, or that came after `since`. */
export const hasRepliedSql = (row: string, since: string) => `exists (
  select 1
  from reply n
  where n.platform_holder_id = ${row}.platform_holder_id and n.sender_key = ${row}.recipient_phone_key
    and n.appointment_id = ${row}.id and (n.state = 'open' or n.received_at >= ${since}))`
