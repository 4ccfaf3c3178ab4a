import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { codeStore, triesPerCode, type OpenCode } from '#/slices/sign-in-codes/sign-in-codes.ts'

// Everything of a challenge lies in the datastore of the sign-in, and takes the time from its caller.

export const store = codeStore({
  name: 'recipient',
  codes: 'login.challenge',
  contact: 'number_key',
  network: 'address_key',
  failures: 'login.failed_number',
  startsAnew: false,
})

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
     (select count(*)
       from login.challenge
       where country = ${country} and ${lastHour} and used_at is not null) as country_used`
}

/** What others used up of the shared budgets in the last hour. `blockCount`: other numbers of the same block. */
export const selectBudgets = statement<Spent & { readonly blockCount: number }>(
  'select_sign_in_budgets',
  `select
     (select count(distinct number_key) from login.challenge
        where number_block = $1 and number_key <> $2 and not is_known_device and created_at > $4::timestamptz - interval '1 hour') as block_count,
     ${countSent('$3', '$4')}`,
)

/** Budgets are checked one message at a time, so that messages sent together are all counted. */
export const lockSpending = statement(
  'lock_sign_in_spending',
  `select pg_advisory_xact_lock(hashtextextended('recipient sign-in messages', 0))`,
)

export const selectSpent = statement<Spent>('select_sign_in_spent', `select ${countSent('$1', '$2')}`)

/** Notes that codes were withheld; a row when that was not noted in the last hour. A clock that was set back counts as new. */
export const noteOnceAnHour = statement<{ breaker: string }>(
  'note_withheld_once_an_hour',
  `insert into login.withheld as w (breaker, country, noted_at) values ($1, $2, $3)
   on conflict (breaker, country) do update set noted_at = $3
     where w.noted_at not between $3::timestamptz - interval '1 hour' and $3::timestamptz + interval '1 hour'
   returning breaker`,
)

export const insertChallenge = statement(
  'insert_challenge',
  `insert into login.challenge (id, door, number_key, phone_number_e164, number_block, country, address_key, locale,
     asker_key, is_known_device, is_long, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12::timestamptz + interval '5 minutes')`,
)

export type Challenge = OpenCode & {
  readonly numberKey: Buffer
  readonly phoneNumberE164: string
  readonly locale: string | null
}

/** Parallel guesses at one number, with whatever challenges, are compared one after the other. */
export const lockNumberOf = statement(
  'lock_number_of_challenge',
  `select pg_advisory_xact_lock(hashtextextended('recipient sign-in ' || encode(number_key, 'hex'), 0))
   from login.challenge where id = $1`,
)

/** A valid challenge of its door. Locked, so that guesses that the previous version handles wait too. */
export const openChallenge = statement<Challenge>(
  'open_challenge',
  `select id, number_key, phone_number_e164, locale, code_hmac, is_long,
     (select spent_until from login.failed_number f where f.number_key = c.number_key) as spent_until
   from login.challenge c
   where id = $1 and door = $2 and ended_at is null and expires_at > $3::timestamptz and failed_tries < ${triesPerCode}
   for update of c`,
)

export type WaitingMessage = RowOf<typeof waitingMessageColumns> & {
  /** Language asked for, or that of the profile. */
  readonly locale: string | null
  /** Null when nobody has signed in with this number yet. */
  readonly profileStatus: 'active' | 'inactive' | null
}

const waitingMessageColumns = columns(
  'login.challenge',
  'c.phone_number_e164, c.number_key, c.country, c.door, c.is_long',
)

/** Claims the message of a challenge; no row when it is no longer wanted or was claimed before. */
export const claimMessage = statement<WaitingMessage>(
  'claim_sign_in_message',
  `update login.challenge c set message_state = 'sending'
   where c.id = $1 and c.message_state = 'waiting' and c.ended_at is null and c.expires_at > $2::timestamptz
   returning ${waitingMessageColumns},
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
  `update login.challenge set message_state = 'waiting', code_hmac = null, sent_at = null
   where id = $1 and message_state = 'sending'`,
)
