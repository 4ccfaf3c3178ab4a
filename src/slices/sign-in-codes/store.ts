import { statement } from '#/kernel/postgres/db.ts'
import { daysPerGuess } from './bounds.ts'

/** A recent code, which counts towards the wait for the next. */
export type AskedCode = {
  readonly createdAt: Temporal.Instant
  /** Always null with `startsAnew`, which leaves out the codes up to the last sign-in. */
  readonly usedAt: Temporal.Instant | null
  /** Asked for by the device or network that asks now. */
  readonly isOwn: boolean
  readonly isKnownDevice: boolean
}

export type Budgets = {
  /** When the oldest code was asked for that must be an hour old before the network may ask again; null when there is room. */
  readonly fullSince: Temporal.Instant | null
  /** Wrong tries of the last day with codes the network asked for. */
  readonly wrongTries: number
  /** When the contact has all its guesses again; null: it has them. */
  readonly spentUntil: Temporal.Instant | null
}

export type WrongTry = {
  readonly id: string
  readonly codeTries: number
  readonly contactTries: number
  readonly spentUntil: Temporal.Instant | null
}

export type CodeStore = ReturnType<typeof codeStore>

/** Where a channel keeps the codes that were asked for and the wrong ones of each contact. Names of tables and columns are constants of ours. */
type Tables = {
  /** Tells the statements and locks of one channel from those of another. */
  readonly name: 'staff' | 'recipient'
  readonly codes: string
  /** Columns with the pseudonyms of the contact and of the network that asked. */
  readonly contact: string
  readonly network: string
  readonly failures: string
  /** Whether a sign-in voids all other codes of its contact, and nobody waits for what was asked before it. */
  readonly startsAnew: boolean
}

/** The statements of a channel. They take the time from their caller, because the clock may lie in another database. */
export function codeStore({ name, codes, contact, network, failures, startsAnew }: Tables) {
  return {
    /** Parallel requests for one contact, or of one network, wait for each other. */
    lock: statement(
      `lock_${name}_sign_in`,
      `select pg_advisory_xact_lock(hashtextextended('${name} sign-in ' || encode($1::bytea, 'hex'), 0))`,
    ),

    /** Of the last day, newest first: those of one asker and of all unknown devices; their budgets keep them few. */
    recent: statement<AskedCode>(
      `recent_${name}_codes`,
      `select created_at, used_at, coalesce(asker_key = $2, false) as is_own, is_known_device
       from ${codes} c
       where ${contact} = $1
         and created_at > $3::timestamptz - interval '1 day'
         and (asker_key = $2 or not is_known_device)
         ${startsAnew ? `and not exists (select 1 from ${codes} u where u.${contact} = $1 and u.used_at >= c.created_at)` : ''}
       order by created_at desc limit 200`,
    ),

    /**
     * What a network used up, in codes that led to no sign-in and that no known device asked for, so that whoever signs
     * in takes nothing from their neighbours; and what a contact used up. Always one row. `$2` null: no limit.
     */
    budgets: statement<Budgets>(
      `${name}_sign_in_budgets`,
      `select max(created_at) filter (where nth >= $2::int and created_at > $4::timestamptz - interval '1 hour') as full_since,
         coalesce(sum(failed_tries), 0)::int as wrong_tries,
         (select spent_until from ${failures} where ${contact} = $3) as spent_until
       from (
         select created_at, failed_tries, row_number() over (order by created_at desc, id) as nth
         from ${codes}
         where ${network} = $1 and used_at is null and not is_known_device
           and created_at > $4::timestamptz - interval '1 day') code`,
    ),

    /** A new code voids those of the same device or network: no stranger voids somebody's by asking too. */
    endOwn: statement(
      `end_own_${name}_codes`,
      `update ${codes} set ended_at = $3
       where ${contact} = $1 and ended_at is null and (asker_key = $2 or asker_key is null)`,
    ),

    use: statement(
      `use_${name}_code`,
      `update ${codes} set ended_at = $3, used_at = case when id = $2 then $3::timestamptz end
       where ${contact} = $1 and ended_at is null${startsAnew ? '' : ' and id = $2'}`,
    ),

    /** Counts a wrong try of each code compared, and as many of their contact, known or not; long codes cost it none. */
    countWrong: statement<WrongTry>(
      `count_wrong_${name}_codes`,
      `with code as (
         update ${codes}
         set failed_tries = failed_tries + 1
         where id = any($1::uuid[])
         returning id, ${contact}, failed_tries, is_long),
       contact as (
         insert into ${failures} as f (${contact}, tries, last_at, spent_until)
         select ${contact}, count(*), $2::timestamptz,
           $2::timestamptz + nullif(count(*) filter (where not is_long), 0) * interval '${daysPerGuess} days'
         from code group by ${contact}
         on conflict (${contact}) do update set tries = f.tries + excluded.tries, last_at = excluded.last_at,
           spent_until = case when excluded.spent_until is null then f.spent_until
             else greatest(f.spent_until, $2) + (excluded.spent_until - $2) end
         returning tries, spent_until)
       select code.id, code.failed_tries as code_tries, contact.tries as contact_tries, contact.spent_until
       from code, contact order by code.id`,
    ),

    /** For the operator: the codes of a contact have six digits again. */
    forgetFailures: statement<{ tries: number }>(
      `forget_${name}_failures`,
      `delete from ${failures} where ${contact} = $1 returning tries`,
    ),
  }
}
