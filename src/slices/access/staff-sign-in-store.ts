import { statement } from '#/kernel/db.ts'

// Codes that staff asked for, wrong ones that were given, and the sessions right ones opened.

export type StaffRow = {
  readonly platform_holder_id: string
  readonly id: string
  readonly status: string
  readonly holder_status: string
  readonly locale: string
}

export const findStaffByEmail = statement<StaffRow>('find_staff_by_email', 'select * from find_staff_by_email($1)')

export const findHolderName = statement<{ display_name: string }>(
  'find_holder_name',
  'select display_name from platform_holder where platform_holder_id = $1',
)

/** Parallel requests of one network, or for one address, wait for each other. */
export const lockSignIn = statement(
  'lock_sign_in',
  `select pg_advisory_xact_lock(hashtextextended('staff sign-in ' || encode($1, 'hex'), 0))`,
)

export type AskedCode = {
  readonly created_at: Temporal.Instant
  /** Always null: a sign-in starts the count anew. */
  readonly used_at: null
  readonly is_same_network: boolean
}

/** Codes an address was asked for in the last day since its last sign-in, newest first; more than a day's are never there. */
export const recentSignInCodes = statement<AskedCode>(
  'recent_staff_codes',
  `select created_at, null as used_at, coalesce(network_key = $2, false) as is_same_network
   from staff_sign_in_code c
   where email_key = $1 and created_at > tijdig_now() - interval '1 day'
     and not exists (select 1 from staff_sign_in_code u where u.email_key = $1 and u.used_at >= c.created_at)
   order by created_at desc limit 50`,
)

export type NetworkBudget = {
  readonly now: Temporal.Instant
  /** When the oldest code was asked for that must be an hour old before the next one; null when there is room. */
  readonly full_since: Temporal.Instant | null
  /** The same for wrong tries and a day. */
  readonly wrong_since: Temporal.Instant | null
}

/**
 * What a network used up, in codes that led to no sign-in: whoever signs in takes nothing from colleagues beside them.
 * Always one row. Both limits null: none.
 */
export const selectNetworkBudget = statement<NetworkBudget>(
  'select_staff_network_budget',
  `select tijdig_now() as now,
     max(created_at) filter (where nth >= $2::int and created_at > tijdig_now() - interval '1 hour') as full_since,
     max(created_at) filter (where wrong >= $3::int) as wrong_since
   from (
     select created_at, row_number() over newest as nth, sum(failed_tries) over newest as wrong
     from staff_sign_in_code
     where network_key = $1 and used_at is null and created_at > tijdig_now() - interval '1 day'
     window newest as (order by created_at desc, id rows unbounded preceding)) code`,
)

export const insertSignInCode = statement(
  'insert_staff_code',
  `insert into staff_sign_in_code (id, email_key, network_key, email, expires_at)
   values ($1, $2, $3, $4, tijdig_now() + interval '10 minutes')`,
)

export const endSignInCodes = statement(
  'end_sign_in_codes',
  `update staff_sign_in_code set ended_at = tijdig_now() where email_key = $1 and ended_at is null`,
)

export type LatestCode = {
  readonly id: string
  readonly code_hmac: Buffer | null
  readonly failed_tries: number
  readonly is_open: boolean
  /** Wrong codes of this address since its last right one. */
  readonly address_failures: number
}

/** The newest code of an address, the only one that counts. */
export const latestSignInCode = statement<LatestCode>(
  'latest_staff_code',
  `select id, code_hmac, failed_tries, ended_at is null and expires_at > tijdig_now() as is_open,
     coalesce((select tries from staff_sign_in_failure where email_key = $1), 0) as address_failures
   from staff_sign_in_code where email_key = $1 order by created_at desc, id desc limit 1`,
)

export const useSignInCode = statement(
  'use_sign_in_code',
  `update staff_sign_in_code set ended_at = tijdig_now(), used_at = tijdig_now() where id = $1`,
)

/** Counts a wrong code of a request and of its address, whoever the address belongs to. */
export const countFailedTry = statement<{ code_tries: number; address_tries: number }>(
  'count_failed_staff_try',
  `with code as (update staff_sign_in_code set failed_tries = failed_tries + 1 where id = $1 returning email_key, failed_tries),
   address as (
     insert into staff_sign_in_failure as f (email_key, tries, last_at) select email_key, 1, tijdig_now() from code
     on conflict (email_key) do update set tries = f.tries + 1, last_at = excluded.last_at returning tries)
   select code.failed_tries as code_tries, address.tries as address_tries from code, address`,
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
 * Writes the code's keyed hash when its mail is written, and says where the mail goes. `is_first`: not when a mail that
 * could not be handed over is written again.
 */
export const openSignInCode = statement<{ email: string; locale: string; is_first: boolean }>(
  'open_staff_code',
  `update staff_sign_in_code c set code_hmac = $2
   from (select id, code_hmac is null as is_first from staff_sign_in_code where id = $1 for update) before
   where c.id = before.id and ended_at is null and expires_at > tijdig_now() and email is not null
     and not exists (select 1 from staff_sign_in_failure f where f.email_key = c.email_key and f.tries >= $3)
   returning email, is_first,
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
