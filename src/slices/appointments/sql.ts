/**
 * Begins a statement that stamps the plans of appointments `u`: with the versions and time-zone data they were made by. In
 * rows of reminders' own it would cost every intake a statement, and a third of the write of an appointment more.
 */
export const stampPlans = (stamp: string) => `update appointment u set plan_stamp = ${stamp}`

/**
 * The language in which the person of an appointment is written to at its holder, as it was last said; null leaves it to
 * the holder. It stands with the holder's entry of the person, so that all of their appointments follow it at once.
 */
export const rememberedLocaleSql = (row: string) =>
  `(select e.locale
   from holder_recipient e
   where e.platform_holder_id = ${row}.platform_holder_id and e.id = ${row}.holder_recipient_id)`

/**
 * Whether appointment `a` waits for a new time, which was approved or which a batch promised: nobody moved it yet, and it is not
 * too late for that.
 */
export const awaitsNewTimeSql = `a.awaits_new_time and a.status = 'registered' and a.starts_at > (select tijdig_now())`

/** Appointments past their term, for deleting what belongs to them: $1 their holders and $2 their ids, in pairs. */
export const oldAppointments = 'unnest($1::uuid[], $2::uuid[]) as o(platform_holder_id, appointment_id)'

/** Whether a holder's entry has neither an appointment nor a link. */
export const isOfNobody = (entry: string) =>
  `not exists (
     select 1
     from appointment a
     where a.platform_holder_id = ${entry}.platform_holder_id and a.holder_recipient_id = ${entry}.id offset 0)
   and not exists (
     select 1
     from recipient_link l
     where l.platform_holder_id = ${entry}.platform_holder_id and l.holder_recipient_id = ${entry}.id offset 0)`
