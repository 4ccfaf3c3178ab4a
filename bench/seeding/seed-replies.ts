import { runSql } from './database.ts'

export type ReplySeed = {
  readonly holderId: string
  /** Of the seeded appointments: as many replies as these, one to each. */
  readonly series: number
  readonly count: number
  /** Over which they came in. */
  readonly days: number
}

/** Adds replies to a holder with their messages, a third of them open, and an answer to every second. */
export async function seedReplies(databaseUrl: string, { holderId, series, count, days }: ReplySeed): Promise<void> {
  const told = `
    select a.platform_holder_id, a.id as appointment_id, a.recipient_phone_key as sender_key, n,
      ('01990001-' || lpad(to_hex(${series}), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      tijdig_now() - (n::float8 / ${count}) * interval '${days} days' as received_at
    from generate_series(1, ${count}) n
    join appointment a on a.platform_holder_id = '${holderId}'
      and a.id = ('01990000-' || lpad(to_hex(${series}), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await runSql(
    databaseUrl,
    `insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, recipient, body, meaning, platform_holder_id,
       appointment_id, received_at, handled_at, outcome)
     select id, 'twilio', 'bench-' || n, sender_key, '+31600000000', '+31970000000', 'Mag mijn moeder mee? ' || n, 'other',
       platform_holder_id, appointment_id, received_at, received_at, 'told_staff'
     from (${told}) t`,
  )
  await runSql(
    databaseUrl,
    `insert into reply (platform_holder_id, id, inbound_id, appointment_id, sender_key, received_at, reason, state)
     select platform_holder_id, id, id, appointment_id, sender_key, received_at, 'not_understood',
       case when n % 3 = 0 then 'open' else 'handled' end
     from (${told}) t`,
  )
  await runSql(
    databaseUrl,
    `insert into reply_answer (platform_holder_id, id, reply_id, appointment_id, template, answered_by, answered_at)
     select platform_holder_id, id, id, appointment_id, 'call_us', platform_holder_id, received_at
     from (${told}) t
     where n % 2 = 0`,
  )
}
