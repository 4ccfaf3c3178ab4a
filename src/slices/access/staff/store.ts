import { statement } from '#/kernel/postgres/db.ts'
import { codeStore, triesPerCode, type OpenCode } from '#/slices/sign-in-codes/sign-in-codes.ts'

// Codes that staff asked for, wrong ones that were given, and the sessions right ones opened.

export const store = codeStore({
  name: 'staff',
  codes: 'staff_sign_in_code',
  contact: 'email_key',
  network: 'network_key',
  failures: 'staff_sign_in_failure',
  startsAnew: true,
})

/** Minutes for which a code or passkey stands for the person behind a session. */
export const freshMinutes = 15

type NewSignIn = {
  readonly email: string
  readonly locale: string
  readonly timezone: string
  readonly createdAt: Temporal.Instant
  readonly network: string | null
  readonly browser: string | null
}

export type StaffRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly status: string
  readonly holderStatus: string
  readonly locale: string
}

export const findStaffByEmail = statement<StaffRow>(
  'find_staff_by_email',
  'select platform_holder_id, id, status, holder_status, locale from find_staff_by_email($1)',
)

export const findNamedHolder = statement<{ displayName: string; isTest: boolean }>(
  'find_named_holder',
  'select display_name, is_test from platform_holder where platform_holder_id = $1',
)

export const insertSignInCode = statement(
  'insert_staff_code',
  `insert into staff_sign_in_code (id, email_key, network_key, asker_key, is_known_device, is_long, email, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8::timestamptz + interval '10 minutes')`,
)

/**
 * The codes of an address that are good, of one length, newest first. Wrong tries burn those of six digits only: a long
 * one cannot be guessed, and so nobody can burn it either.
 */
export const openSignInCodes = statement<OpenCode>(
  'open_sign_in_codes',
  `select id, code_hmac, is_long, (select spent_until from staff_sign_in_failure where email_key = $1) as spent_until
   from staff_sign_in_code
   where email_key = $1 and is_long = $2 and ended_at is null and expires_at > $3::timestamptz
     and (is_long or failed_tries < ${triesPerCode})
   order by created_at desc, id limit 20`,
)

/** For the operator: codes asked for earlier no longer make anybody wait. */
export const forgetCodes = statement<{ id: string }>(
  'forget_staff_codes',
  'delete from staff_sign_in_code where email_key = $1 returning id',
)

/**
 * Stores the keyed hash of the long or the short code when its mail is written, and returns where the mail goes.
 * `is_first` is false when a mail that could not be handed over is written again.
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
  `insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, passkey_id, network, browser, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, now() + interval '12 hours')`,
)

/** Whether staff are refused who come from an address; null: nobody could read it. */
export const selectIsOutside = statement<{ isOutside: boolean }>(
  'select_is_outside_networks',
  `select is_outside_networks($1, 'session', $2::inet) as is_outside`,
)

export type BrowserSessionRow = {
  readonly platformHolderId: string
  readonly id: string
  readonly staffMemberId: string
  readonly tokenSha256: Buffer
}

/** Which of some sessions, by the hashes of their tokens, live and are of one address. */
export const findBrowserSessions = statement<BrowserSessionRow>(
  'find_browser_sessions',
  'select platform_holder_id, id, staff_member_id, token_sha256 from find_browser_sessions($1, $2)',
)

/** Opens a session at another organization beside one that lives; `is_open` is false when that one does no more. */
export const switchSession = statement<{ isOpen: boolean }>(
  'switch_session',
  'select switch_session($1, $2, $3, $4, $5, $6, $7, $8) as is_open',
)

/** Whoever is signed in, as they know themselves. */
export const selectOwnAccount = statement<{
  email: string | null
  interfaceLocale: string | null
  worksElsewhere: boolean
}>(
  'select_own_account',
  `select m.email, m.interface_locale, exists (
     select
     from find_staff_by_email(m.email) s
     where s.platform_holder_id <> $1 and s.status = 'active' and s.holder_status in ('active', 'draft')) as works_elsewhere
   from staff_member m
   where m.platform_holder_id = $1 and m.id = $2`,
)

/** Notes a sign-in by a browser. `is_new`: never before with this address, which has been used elsewhere. */
export const noteBrowser = statement<{ isNew: boolean }>(
  'note_staff_browser',
  `with others as (select from staff_browser where email_key = $1 and browser_key <> $2 limit 1)
   insert into staff_browser as b (email_key, browser_key) values ($1, $2)
   on conflict (email_key, browser_key) do update set last_used_at = now()
   returning xmax = 0 and exists (select from others) as is_new`,
)

/** Whom to tell of a session, and what of it; nobody where the assignment has ended. */
export const selectNewSignIn = statement<NewSignIn>(
  'select_new_sign_in',
  `select m.email, coalesce(m.interface_locale, h.default_locale) as locale, h.default_timezone as timezone,
     s.created_at, s.network, s.browser
   from staff_session s
   join staff_member m on m.platform_holder_id = s.platform_holder_id and m.id = s.staff_member_id
   join platform_holder h on h.platform_holder_id = s.platform_holder_id
   where s.platform_holder_id = $1 and s.id = $2 and m.kind = 'person' and m.status = 'active'`,
)

/** Gives a row when the person behind a session gave a code or passkey in the last 15 minutes. */
export const selectFreshProof = statement<{ id: string }>(
  'select_fresh_proof',
  `select id from staff_session
   where platform_holder_id = $1 and id = $2 and proved_at > now() - interval '${freshMinutes} minutes'`,
)

export const renewProof = statement(
  'renew_proof',
  `update staff_session set proved_at = now() where platform_holder_id = $1 and id = $2`,
)

export const endSession = statement(
  'end_staff_session',
  `update staff_session set ended_at = coalesce(ended_at, now()) where platform_holder_id = $1 and id = $2`,
)

/** Ends the sessions of an assignment; only those that one passkey opened when there is one. */
export const endSessionsOfMember = statement<{ id: string }>(
  'end_sessions_of_member',
  `update staff_session set ended_at = now()
   where platform_holder_id = $1 and staff_member_id = $2 and ended_at is null
     and ($3::uuid is null or passkey_id = $3::uuid) returning id`,
)

/** The address of an assignment, and the language of mails to it. */
export const selectAddressOfMember = statement<{ email: string; locale: string }>(
  'select_address_of_member',
  `select s.email, coalesce(s.interface_locale, h.default_locale) as locale
   from staff_member s join platform_holder h on h.platform_holder_id = s.platform_holder_id
   where s.platform_holder_id = $1 and s.id = $2 and s.kind = 'person'`,
)

/** Nobody where the assignment has ended, or signing in is refused at present. */
export const selectInvited = statement<{ email: string; locale: string; holderName: string }>(
  'select_invited',
  `select s.email, coalesce(s.interface_locale, h.default_locale) as locale, h.display_name as holder_name
   from staff_member s join platform_holder h on h.platform_holder_id = s.platform_holder_id
   where s.platform_holder_id = $1 and s.id = $2 and s.kind = 'person' and s.status = 'active' and h.status <> 'suspended'`,
)

export const selectOwnEmail = statement<{ email: string }>(
  'select_own_email',
  `select email from staff_member where platform_holder_id = $1 and id = $2 and kind = 'person' and status = 'active'`,
)

/** All active assignments of an address. */
export const selectMembersOfAddress = statement<{ id: string }>(
  'select_members_of_address',
  `select id from staff_member where email = $1 and status = 'active' order by created_at, id limit 100`,
)
