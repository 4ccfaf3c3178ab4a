/** The minutes by which the appointment of a row `row` of `reminder` is late, where it tells of a delay; null for any other. */
export const delayMinutesSql = (row: string) => `case when ${row}.kind = 'delay' then (
  select b.delay_minutes
  from batch b
  where b.platform_holder_id = ${row}.platform_holder_id and b.id = substr(${row}.offset_key, 7)::uuid) end`

/**
 * Whether the batch that a row `row` of `reminder` tells of has still to come to another appointment of the telephone of
 * `appointment`, to be told in the same text message; null where it has no other one.
 */
export const othersWaitSql = (
  row: string,
  appointment: string,
) => `case when ${row}.channel = 'sms' and starts_with(${row}.offset_key, 'batch:') then (
  select bool_or(i.state = 'waiting')
  from appointment o
  join batch_item i on i.platform_holder_id = o.platform_holder_id and i.appointment_id = o.id
  where o.platform_holder_id = ${appointment}.platform_holder_id
    and o.recipient_phone_key = ${appointment}.recipient_phone_key
    and o.id <> ${appointment}.id
    and i.batch_id = substr(${row}.offset_key, 7)::uuid) end`

/** How long a message of a batch may be on its way before somebody has to call: the second where the start is near. */
const patienceMinutes = { normal: 10, near: 5 } as const
const nearHours = 3

/**
 * Joins to each item `i` the row `m` of `reminder` that tells its person, of whichever revision it was; null where there is none.
 * Read through the index of one appointment's rows.
 */
export const messageOfItem = `left join lateral (
    select r.id, r.state, r.reason_code, r.channel, r.due_at, r.handed_over_at
    from reminder r
    where r.platform_holder_id = i.platform_holder_id
      and r.appointment_id = i.appointment_id
      and r.offset_key = 'batch:' || i.batch_id
    order by r.schedule_revision desc limit 1) m on true`

const isTooLong = `m.handed_over_at <= (select tijdig_now()) - case
  when i.starts_at < m.handed_over_at + interval '${nearHours} hours' then interval '${patienceMinutes.near} minutes'
  else interval '${patienceMinutes.normal} minutes' end`

/**
 * What has become of an item `i` with its message `m` and its appointment `a`: it waits, is `applied` and its message on its
 * way, `told`, `must_call`, or `skipped`. Worked out when it is read, because a receipt may come at any time. A mail has no
 * receipt: it counts as soon as it was accepted, until it comes back.
 */
export const itemOutcome = `case
    when i.state <> 'applied' then i.state
    when m.state = 'delivered' or (m.state = 'sent' and m.channel = 'email') then 'told'
    when m.state in ('planned', 'claimed') and m.handed_over_at is null then 'applied'
    when m.state in ('planned', 'claimed', 'handed_over', 'sent', 'unknown') and not (${isTooLong}) then 'applied'
    when m.state = 'cancelled' and m.reason_code in ('appointment_cancelled', 'superseded') then 'skipped'
    when m.state = 'cancelled' and m.reason_code = 'rescheduled' and a.starts_at <> i.starts_at then 'skipped'
    else 'must_call' end`

/** Why, where it is not told; the code of the message, or of the item itself. */
export const itemReason = `coalesce(i.reason_code, m.reason_code, case
    when m.state = 'sent' and m.channel = 'email' then null
    when i.state = 'applied' and m.state in ('planned', 'claimed', 'handed_over', 'sent', 'unknown') and ${isTooLong} then 'not_delivered'
    when i.state = 'applied' and m.state is null then 'no_message' end)`

/**
 * The newest item of each appointment that was to start from `$2` and before `$3` at the holder `$1`, with what became of it
 * and since when.
 */
export const newestItemsSql = `select distinct on (i.appointment_id) i.appointment_id, i.batch_id, b.action, b.created_at,
       ${itemOutcome} as outcome, ${itemReason} as reason_code, i.starts_at
     from batch_item i
     join batch b on b.platform_holder_id = i.platform_holder_id and b.id = i.batch_id
     join appointment a on a.platform_holder_id = i.platform_holder_id and a.id = i.appointment_id
     ${messageOfItem}
     where i.platform_holder_id = $1
       and i.state in ('applied', 'must_call')
       and i.starts_at >= $2
       and i.starts_at < $3
     order by i.appointment_id, b.created_at desc, b.id`
