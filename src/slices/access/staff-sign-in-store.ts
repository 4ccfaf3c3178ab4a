import { statement } from '#/kernel/postgres/db.ts'

// Codes that staff asked for, wrong ones that were given, and the sessions right ones opened.

export type StaffRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly status: string
  readonly holderStatus: string
  readonly locale: string
}

export const findStaffByEmail = statement<StaffRow>('find_staff_by_email', 'select * from find_staff_by_email($1)')

export const findHolderName = statement<{ displayName: string }>(
  'find_holder_name',
  'select display_name from platform_holder where platform_holder_id = $1',
)

/** Parallel requests of one network, or for one address, wait for each other. */
export const lockSignIn = statement(
  'lock_sign_in',
  `select pg_advisory_xact_lock(hashtextextended('staff sign-in ' || encode($1, 'hex'), 0))`,
)

export type AskedCode = {
  readonly createdAt: Temporal.Instant
  /** Always null: a sign-in starts the count anew. */
  readonly usedAt: null
  /** Asked for by the device or network that asks now. */
  readonly isOwn: boolean
  readonly isKnownDevice: boolean
}

/** Codes an address was asked for in the last day since its last sign-in, newest first; more than a day's are never there. */
export const recentSignInCodes = statement<AskedCode>(
  'recent_staff_codes',
  `select created_at, null as used_at, coalesce(asker_key = $2, false) as is_own, is_known_device
   from staff_sign_in_code c
   where email_key = $1 and created_at > tijdig_now() - interval '1 day'
     and not exists (select 1 from staff_sign_in_code u where u.email_key = $1 and u.used_at >= c.created_at)
   order by created_at desc limit 200`,
)

export type SignInBudgets = {
  readonly now: Temporal.Instant
  /** When the oldest code was asked for that must be an hour old before the network may ask again; null when there is room. */
  readonly fullSince: Temporal.Instant | null
  /** Wrong tries of the last day with codes the network asked for. */
  readonly wrongTries: number
  /** When the address has all its guesses again; null: it has them. */
  readonly spentUntil: Temporal.Instant | null
}

/**
 * What a network used up, in codes that led to no sign-in (whoever signs in takes nothing from colleagues beside them) and
 * that no known device asked for, and what an address did. Always one row. No limit given: none.
 */
export const selectSignInBudgets = statement<SignInBudgets>(
  'select_staff_sign_in_budgets',
  `select tijdig_now() as now,
     max(created_at) filter (where nth >= $2::int and created_at > tijdig_now() - interval '1 hour') as full_since,
     coalesce(sum(failed_tries), 0)::int as wrong_tries,
     (select spent_until from staff_sign_in_failure where email_key = $3) as spent_until
   from (
     select created_at, failed_tries, row_number() over (order by created_at desc, id) as nth
     from staff_sign_in_code
     where network_key = $1 and used_at is null and not is_known_device
       and created_at > tijdig_now() - interval '1 day') code`,
)

export const insertSignInCode = statement(
  'insert_staff_code',
  `insert into staff_sign_in_code (id, email_key, network_key, asker_key, is_known_device, is_long, email, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, tijdig_now() + interval '10 minutes')`,
)

/** A new code voids those of the same device or network only: no stranger voids somebody's code by asking too. */
export const endOwnCodes = statement(
  'end_own_sign_in_codes',
  `update staff_sign_in_code set ended_at = tijdig_now()
   where email_key = $1 and ended_at is null and (asker_key = $2 or asker_key is null)`,
)

export type OpenCode = {
  readonly now: Temporal.Instant
  readonly id: string
  readonly codeHmac: Buffer | null
  /** When the address has all its guesses again; null: it has them. */
  readonly spentUntil: Temporal.Instant | null
}

/**
 * The codes of an address that are good, of one length, newest first. Wrong tries burn those of six digits only: a long
 * one cannot be guessed, and so nobody can burn it either.
 */
export const openSignInCodes = statement<OpenCode>(
  'open_sign_in_codes',
  `select tijdig_now() as now, id, code_hmac,
     (select spent_until from staff_sign_in_failure where email_key = $1) as spent_until
   from staff_sign_in_code
   where email_key = $1 and is_long = $2 and ended_at is null and expires_at > tijdig_now()
     and (is_long or failed_tries < $3)
   order by created_at desc, id limit 20`,
)

/** A sign-in ends all codes of its address. */
export const useSignInCode = statement(
  'use_sign_in_code',
  `update staff_sign_in_code set ended_at = tijdig_now(), used_at = case when id = $2 then tijdig_now() end
   where email_key = $1 and ended_at is null`,
)

export type FailedTry = {
  readonly id: string
  readonly codeTries: number
  readonly addressTries: number
  readonly spentUntil: Temporal.Instant
}

/** Counts a wrong code of each request it was compared with, and as many of their address, whoever that belongs to. */
export const countFailedTries = statement<FailedTry>(
  'count_failed_staff_tries',
  `with code as (update staff_sign_in_code set failed_tries = failed_tries + 1 where id = any($1::uuid[]) returning id, email_key, failed_tries),
   address as (
     insert into staff_sign_in_failure as f (email_key, tries, last_at, spent_until)
     select email_key, count(*), tijdig_now(), tijdig_now() + count(*) * $2 * interval '1 day' from code group by email_key
     on conflict (email_key) do update set tries = f.tries + excluded.tries, last_at = excluded.last_at,
       spent_until = greatest(f.spent_until, tijdig_now()) + (excluded.spent_until - tijdig_now()) returning tries, spent_until)
   select code.id, code.failed_tries as code_tries, address.tries as address_tries, address.spent_until
   from code, address order by code.id`,
)

export const forgetFailures = statement<{ tries: number }>(
  'forget_staff_failures',
  'delete from staff_sign_in_failure where email_key = $1 returning tries',
)

/** For the operator: what was asked for makes nobody wait any more. */
export const forgetCodes = statement<{ id: string }>(
  'forget_staff_codes',
  'delete from staff_sign_in_code where email_key = $1 returning id',
)

/**
 * Writes the code's keyed hash, of the long form or the short one, when its mail is written, and says where the mail goes.
 * `is_first`: not when a mail that could not be handed over is written again.
 */
export const openSignInCode = statement<{ email: string; locale: string; isFirst: boolean; isLong: boolean }>(
  'open_staff_code',
  `update staff_sign_in_code c set code_hmac = case when is_long then $3::bytea else $2::bytea end
   from (select id, code_hmac is null as is_first from staff_sign_in_code where id = $1 for update) before
   where c.id = before.id and ended_at is null and expires_at > tijdig_now() and email is not null
   returning email, is_first, is_long,
     coalesce((select s.locale from find_staff_by_email(email) s where s.status = 'active' limit 1), 'nl') as locale`,
)

export const insertSession = statement(
  'insert_staff_session',
  `insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, expires_at)
   values ($1, $2, $3, $4, now() + interval '12 hours')`,
)

export const endSession = statement(
  'end_staff_session',
  `update staff_session set ended_at = coalesce(ended_at, now()) where platform_holder_id = $1 and id = $2`,
)
