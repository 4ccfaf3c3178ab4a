import { statement } from '#/kernel/postgres/db.ts'
import { erasing } from '#/kernel/postgres/erasing.ts'
import type { HeldSignIn } from '#/ports/sign-ins.ts'

export const selectBinding = statement<{ environment: string }>(
  'select_login_binding',
  'select environment from login.binding',
)

export const claimBinding = statement(
  'claim_login_binding',
  'insert into login.binding (environment) values ($1) on conflict do nothing',
)

export type ProfileRow = {
  readonly id: string
  readonly phoneNumberE164: string
  readonly status: 'active' | 'inactive'
  readonly locale: string | null
}

/** The profile of a number, made at its first sign-in. */
export const upsertProfile = statement<ProfileRow>(
  'upsert_profile',
  `insert into login.profile as p (id, number_key, phone_number_e164, locale, created_at, last_signed_in_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (number_key) do update set last_signed_in_at = $5, locale = coalesce($4, p.locale)
   returning id, phone_number_e164, status, locale`,
)

/** A token lives an hour by the product's clock, a browser session fourteen days in real time. */
export const insertSession = statement<{ expiresAt: Temporal.Instant }>(
  'insert_recipient_session',
  `insert into login.session (id, profile_id, kind, token_sha256, created_at, expires_at)
   values ($1, $2, $3, $4, $5, case when $3 = 'token' then $5::timestamptz + interval '1 hour' else now() + interval '14 days' end)
   returning expires_at`,
)

export type SessionRow = {
  readonly environment: string
  /** Null when no session has this token. */
  readonly id: string | null
  readonly profileId: string
  readonly profileStatus: 'active' | 'inactive'
  readonly expiresAt: Temporal.Instant
  readonly isEnded: boolean
  /** Of a browser session: past its end, or idle for a day. */
  readonly isOver: boolean
  readonly isStale: boolean
}

/** Always one row once the datastore is bound, so that a foreign environment is told from an unknown token. */
export const findSession = statement<SessionRow>(
  'find_recipient_session',
  `select b.environment, s.id, s.profile_id, p.status as profile_status, s.expires_at, s.ended_at is not null as is_ended,
     s.expires_at <= now() or s.last_seen_at < now() - interval '24 hours' as is_over,
     s.last_seen_at < now() - interval '1 minute' as is_stale
   from login.binding b
   left join login.session s on s.token_sha256 = $1 and s.kind = $2
   left join login.profile p on p.id = s.profile_id`,
)

/** Notes that a browser session is in use; at most once a minute. */
export const touchSession = statement(
  'touch_recipient_session',
  'update login.session set last_seen_at = now() where id = $1',
)

export const endSession = statement(
  'end_recipient_session',
  'update login.session set ended_at = coalesce(ended_at, now()) where id = $1',
)

export type ListedProfile = {
  readonly id: string
  readonly phoneNumberE164: string
  readonly status: 'active' | 'inactive'
  readonly locale: string | null
  readonly createdAt: Temporal.Instant
  readonly lastSignedInAt: Temporal.Instant | null
}

/** For the operator: profiles in order of their making, a page after the one named; those that were erased are no one's. */
export const selectProfiles = statement<ListedProfile>(
  'select_profiles',
  `select id, phone_number_e164, status, locale, created_at, last_signed_in_at from login.profile
   where status = 'active' and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $2`,
)

/** Numbers of those of these profiles somebody can sign in with. */
export const selectActiveNumbers = statement<{ id: string; phoneNumberE164: string }>(
  'select_active_numbers',
  `select id, phone_number_e164 from login.profile where id = any($1::uuid[]) and status = 'active' order by id`,
)

export const selectProfile = statement<ListedProfile>(
  'select_profile',
  `select id, phone_number_e164, status, locale, created_at, last_signed_in_at from login.profile where id = $1`,
)

export const selectHeldProfiles = statement<Omit<HeldSignIn, 'sessions'> & { readonly id: string }>(
  'select_held_profiles',
  `select id, phone_number_e164, locale, created_at, last_signed_in_at from login.profile
   where id = any($1::uuid[]) and status = 'active' order by created_at, id`,
)

export const selectHeldSessions = statement<HeldSignIn['sessions'][number]>(
  'select_held_sessions',
  `select kind, created_at, last_seen_at, expires_at, ended_at from login.session
   where profile_id = $1 order by created_at desc, id limit 1000`,
)

/** For demo data and tests: the profile of somebody who never signed in yet. */
export const insertProfile = statement<{ id: string }>(
  'insert_profile',
  `insert into login.profile as p (id, number_key, phone_number_e164, created_at) values ($1, $2, $3, $4)
   on conflict (number_key) do update set phone_number_e164 = p.phone_number_e164 returning id`,
)

/** For a demo that begins anew; the environment stays. */
export const everything = ['session', 'challenge', 'failed_number', 'withheld', 'profile'].map((table) =>
  statement(`forget_every_${table}`, `delete from login.${table}`),
)

/**
 * What may be forgotten, a page of each: challenges after two days, failures once the number has all its guesses again,
 * sessions a day after their end, and numbers nobody signed in with for 24 months, because by then they may be somebody
 * else's.
 */
export const retention = [
  erasing({
    name: 'forget_challenges',
    table: 'login.challenge',
    key: 'id',
    by: 'created_at',
    size: 1_000,
    where: `created_at < $1::timestamptz - interval '2 days'`,
  }),
  erasing({
    name: 'forget_failed_numbers',
    table: 'login.failed_number',
    key: 'number_key',
    by: 'last_at',
    size: 1_000,
    where: `last_at < $1::timestamptz - interval '100 days'`,
  }),
  erasing({
    name: 'forget_recipient_tokens',
    table: 'login.session',
    key: 'id',
    by: 'expires_at',
    size: 1_000,
    where: `kind = 'token' and expires_at < $1::timestamptz - interval '1 day'`,
  }),
  erasing({
    name: 'forget_unused_profiles',
    table: 'login.profile',
    key: 'id',
    size: 500,
    by: 'coalesce(last_signed_in_at, created_at)',
    where: `coalesce(last_signed_in_at, created_at) < $1::timestamptz - interval '24 months'
      and not exists (select 1 from login.session s where s.profile_id = profile.id)`,
  }),
]

/** A page of those as well; their term goes by real time. */
export const forgetBrowserSessions = erasing({
  name: 'forget_recipient_browser_sessions',
  table: 'login.session',
  key: 'id',
  by: 'expires_at',
  size: 1_000,
  where: `kind = 'browser' and expires_at < now() - interval '1 day'`,
})

/**
 * Erases profiles for good: number, sessions and codes. A profile row stays, known by nothing but its id, so that a later
 * sign-in with the number is somebody new.
 */
export const eraseProfiles = statement(
  'erase_sign_in_profiles',
  `with gone as (select id, number_key from login.profile where id = any($1::uuid[])),
   sessions as (delete from login.session s using gone where s.profile_id = gone.id),
   challenges as (delete from login.challenge c using gone where c.number_key = gone.number_key),
   failures as (delete from login.failed_number f using gone where f.number_key = gone.number_key)
   update login.profile p set status = 'inactive', phone_number_e164 = '', locale = null, number_key = sha256(p.id::text::bytea)
   from gone where p.id = gone.id`,
)
