import { statement } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { HeldSignIn, SignedIn } from '#/ports/sign-ins.ts'

export const selectBinding = statement<{ environment: string }>(
  'select_login_binding',
  'select environment from login.binding',
)

export const claimBinding = statement(
  'claim_login_binding',
  'insert into login.binding (environment) values ($1) on conflict do nothing',
)

export type ProfileRow = RowOf<typeof profileColumns>

const profileColumns = columns('login.profile', 'id, phone_number_e164, status, locale')

/** The profile of a number, made at its first sign-in. */
export const upsertProfile = statement<ProfileRow>(
  'upsert_profile',
  `insert into login.profile as p (id, number_key, phone_number_e164, locale, created_at, last_signed_in_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (number_key) do update set last_signed_in_at = $5, locale = coalesce($4, p.locale)
   returning ${profileColumns}`,
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
  `select b.environment, s.id, s.profile_id, p.status as profile_status, s.expires_at,
     s.ended_at is not null as is_ended,
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

export type ListedProfile = RowOf<typeof listedProfileColumns>

const listedProfileColumns = columns(
  'login.profile',
  'id, phone_number_e164, status, locale, created_at, last_signed_in_at',
)

/** For the operator: profiles in order of creation, a page after the one named; erased ones are left out. */
export const selectProfiles = statement<ListedProfile>(
  'select_profiles',
  `select ${listedProfileColumns} from login.profile
   where status = 'active' and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $2`,
)

/** Numbers of those of these profiles that can still sign in. */
export const selectActiveNumbers = statement<{ id: string; phoneNumberE164: string }>(
  'select_active_numbers',
  `select id, phone_number_e164 from login.profile where id = any($1::uuid[]) and status = 'active' order by id`,
)

export const selectProfile = statement<ListedProfile>(
  'select_profile',
  `select ${listedProfileColumns} from login.profile where id = $1`,
)

export const selectHeldProfiles = statement<SignedIn>(
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

/** For a demo that starts over; the environment stays. */
export const everything = ['session', 'challenge', 'failed_number', 'withheld', 'profile'].map((table) =>
  statement(`forget_every_${table}`, `delete from login.${table}`),
)
