import { statement } from '#/kernel/postgres/db.ts'

// Everything of a challenge lies in the datastore of the sign-in, and takes the time from its caller.

export const selectBinding = statement<{ environment: string }>(
  'select_login_binding',
  'select environment from login.binding',
)

export const claimBinding = statement(
  'claim_login_binding',
  'insert into login.binding (environment) values ($1) on conflict do nothing',
)

/** Parallel requests of one network, of numbers that lie together or of one number wait for each other. */
export const lockKey = statement(
  'lock_sign_in_key',
  `select pg_advisory_xact_lock(hashtextextended('recipient sign-in ' || encode($1::bytea, 'hex'), 0))`,
)

export type ChallengeTimes = { readonly createdAt: Temporal.Instant; readonly usedAt: Temporal.Instant | null }

/**
 * Of the last day, the newest first; more than the budget of a day is never there. A known device counts by itself, and
 * all who are not known count together: each of their codes is a message.
 */
export const recentChallenges = statement<ChallengeTimes>(
  'recent_challenges',
  `select created_at, used_at from login.challenge
   where number_key = $1 and created_at > $2::timestamptz - interval '1 day'
     and is_known_device = ($3::bytea is not null) and ($3 is null or asker_key = $3)
   order by created_at desc limit 20`,
)

/** When a number has all its guesses again; no row or null: it has them. */
export const selectSpentGuesses = statement<{ spentUntil: Temporal.Instant | null }>(
  'select_spent_guesses',
  'select spent_until from login.failed_number where number_key = $1',
)

/** Messages of the last hour. */
export type Spent = {
  readonly allSent: number
  /** To this country, and how many of those led to a sign-in. */
  readonly countrySent: number
  readonly countryUsed: number
}

function countSent(country: string, now: string): string {
  const lastHour = `sent_at > ${now}::timestamptz - interval '1 hour'`
  return `(select count(*) from login.challenge where ${lastHour}) as all_sent,
     (select count(*) from login.challenge where country = ${country} and ${lastHour}) as country_sent,
     (select count(*) from login.challenge where country = ${country} and ${lastHour} and used_at is not null) as country_used`
}

export type Budgets = {
  readonly addressCount: number
  readonly addressOldest: Temporal.Instant | null
  readonly blockCount: number
} & Spent

/** What others used up of the shared budgets in the last hour: a sign-in gives its network back what it took. */
export const selectBudgets = statement<Budgets>(
  'select_sign_in_budgets',
  `select
     (select count(*) from login.challenge
        where address_key = $1 and used_at is null and not is_known_device and created_at > $5::timestamptz - interval '1 hour') as address_count,
     (select min(created_at) from (select created_at from login.challenge
        where address_key = $1 and used_at is null and not is_known_device and created_at > $5::timestamptz - interval '1 hour'
        order by created_at desc limit $6) newest) as address_oldest,
     (select count(distinct number_key) from login.challenge
        where number_block = $2 and number_key <> $3 and not is_known_device and created_at > $5::timestamptz - interval '1 hour') as block_count,
     ${countSent('$4', '$5')}`,
)

/** Messages are handed over one by one as far as their budgets go, so that those sent together are all counted. */
export const lockSpending = statement(
  'lock_sign_in_spending',
  `select pg_advisory_xact_lock(hashtextextended('recipient sign-in messages', 0))`,
)

/** Messages of the last hour. */
export const selectSpent = statement<Spent>('select_sign_in_spent', `select ${countSent('$1', '$2')}`)

/** Notes that codes were withheld; a row when that was not noted in the last hour. A clock that was set back counts as new. */
export const noteOnceAnHour = statement<{ breaker: string }>(
  'note_withheld_once_an_hour',
  `insert into login.withheld as w (breaker, country, noted_at) values ($1, $2, $3)
   on conflict (breaker, country) do update set noted_at = $3
     where w.noted_at not between $3::timestamptz - interval '1 hour' and $3::timestamptz + interval '1 hour'
   returning breaker`,
)

/** A new challenge voids those of the same device or network: no stranger voids somebody's by asking too. */
export const endOwnChallenges = statement(
  'end_own_challenges',
  `update login.challenge set ended_at = $2
   where number_key = $1 and ended_at is null and (asker_key = $3 or asker_key is null)`,
)

export const insertChallenge = statement(
  'insert_challenge',
  `insert into login.challenge (id, door, number_key, phone_number_e164, number_block, country, address_key, locale,
     asker_key, is_known_device, is_long, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12::timestamptz + interval '5 minutes')`,
)

export type ChallengeRow = {
  readonly id: string
  readonly numberKey: Buffer
  readonly phoneNumberE164: string
  readonly locale: string | null
  readonly codeHmac: Buffer | null
  readonly failedTries: number
  readonly isOpen: boolean
  readonly isLong: boolean
  /** When the number has all its guesses again; null: it has them. */
  readonly spentUntil: Temporal.Instant | null
}

/** Locked, so that parallel guesses are compared one after the other. */
export const lockChallenge = statement<ChallengeRow>(
  'lock_challenge',
  `select id, number_key, phone_number_e164, locale, code_hmac, failed_tries,
     ended_at is null and expires_at > $3::timestamptz as is_open, is_long,
     (select spent_until from login.failed_number f where f.number_key = c.number_key) as spent_until
   from login.challenge c where id = $1 and door = $2 for update of c`,
)

export const useChallenge = statement(
  'use_challenge',
  'update login.challenge set ended_at = $2, used_at = $2 where id = $1',
)

export type FailedTry = {
  readonly challengeTries: number
  readonly numberTries: number
  readonly spentUntil: Temporal.Instant | null
}

/** Counts a wrong code of a challenge and, when that has six digits, of its number, whoever the number belongs to. */
export const countFailedTry = statement<FailedTry>(
  'count_failed_challenge_try',
  `with challenge as (update login.challenge set failed_tries = failed_tries + 1 where id = $1 returning number_key, failed_tries, is_long),
   number as (
     insert into login.failed_number as f (number_key, tries, last_at, spent_until)
     select number_key, 1, $2::timestamptz, case when is_long then null else $2::timestamptz + $3 * interval '1 day' end from challenge
     on conflict (number_key) do update set tries = f.tries + 1, last_at = $2,
       spent_until = case when excluded.spent_until is null then f.spent_until
         else greatest(f.spent_until, $2) + $3 * interval '1 day' end
     returning tries, spent_until)
   select challenge.failed_tries as challenge_tries, number.tries as number_tries, number.spent_until from challenge, number`,
)

export const forgetFailures = statement<{ tries: number }>(
  'forget_failures',
  'delete from login.failed_number where number_key = $1 returning tries',
)

export type WaitingMessage = {
  readonly phoneNumberE164: string
  readonly numberKey: Buffer
  readonly country: string
  readonly door: 'app' | 'browser'
  /** Language asked for, or that of the profile. */
  readonly locale: string | null
  /** Null when nobody has signed in with this number yet. */
  readonly profileStatus: 'active' | 'inactive' | null
  readonly isLong: boolean
}

/** Takes the message of a challenge in hand; nothing when it is no longer wanted or was taken before. */
export const claimMessage = statement<WaitingMessage>(
  'claim_sign_in_message',
  `update login.challenge c set message_state = 'sending'
   where c.id = $1 and c.message_state = 'waiting' and c.ended_at is null and c.expires_at > $2::timestamptz
   returning c.phone_number_e164, c.number_key, c.country, c.door, c.is_long,
     coalesce(c.locale, (select p.locale from login.profile p where p.number_key = c.number_key)) as locale,
     (select p.status from login.profile p where p.number_key = c.number_key) as profile_status`,
)

/** Writes the code's keyed hash just before its message leaves. */
export const armChallenge = statement<{ id: string }>(
  'arm_challenge',
  `update login.challenge set code_hmac = $2, sent_at = $3
   where id = $1 and message_state = 'sending' and ended_at is null returning id`,
)

export const settleMessage = statement(
  'settle_sign_in_message',
  'update login.challenge set message_state = $2 where id = $1',
)

/** Back in the queue: the provider certainly took nothing on. */
export const releaseMessage = statement(
  'release_sign_in_message',
  `update login.challenge set message_state = 'waiting', code_hmac = null, sent_at = null where id = $1 and message_state = 'sending'`,
)
