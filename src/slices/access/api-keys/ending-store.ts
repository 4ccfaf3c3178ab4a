import { statement } from '#/kernel/postgres/db.ts'

/**
 * Whether another key took the place of key `k`: one of the same actor and name that ends later and works, and nothing
 * calls with `k` any more. It still counts as used while calls of both are less than an hour apart: of several
 * machines some may have the new one, and some not yet.
 */
const isReplacedSql = `exists (
     select 1
     from api_key n
     where n.platform_holder_id = k.platform_holder_id and n.actor_id = k.actor_id and n.name = k.name and n.id <> k.id
       and n.revoked_at is null and n.expires_at > k.expires_at
       and (k.last_used_at is null or n.last_used_at > k.last_used_at + interval '1 hour'))`

/** Keys of organizations that end within 30 days and are not replaced; those of a recipient are for their own app. */
const endingSoon = `k.revoked_at is null and k.role = 'platform_holder_user' and k.expires_at > tijdig_now()
     and k.expires_at <= tijdig_now() + interval '30 days' and not ${isReplacedSql}`

/** How many keys of organizations end soon. Operator work. */
export const countKeysEnding = statement<{ in7Days: number; in30Days: number }>(
  'count_keys_ending',
  `select count(*) filter (where k.expires_at <= tijdig_now() + interval '7 days') as in_7_days, count(*) as in_30_days
   from api_key k
   where ${endingSoon}`,
)

export type EndingKey = {
  readonly platformHolderId: string
  readonly prefix: string
  readonly expiresAt: Temporal.Instant
  readonly lastUsedAt: Temporal.Instant | null
}

/** The first of those that end soon: what is in use first. Operator work. */
export const listKeysEnding = statement<EndingKey>(
  'list_keys_ending',
  `select k.platform_holder_id, k.prefix, k.expires_at, k.last_used_at
   from api_key k
   where ${endingSoon}
   order by k.last_used_at > tijdig_now() - interval '7 days' desc nulls last, k.expires_at, k.id limit 20`,
)

export type ToldKey = {
  readonly id: string
  readonly platformHolderId: string
  readonly expiresAt: Temporal.Instant
  readonly days: 30 | 7 | 1
}

/** Keys told of at once. */
export const toldAtOnce = 100

/**
 * Notes that the end of some keys is told, and returns these: of each the latest notice alone, where several are due.
 * Whoever made a key for less than the days of a notice has just said so, and is not told it. Workers that ask at the
 * same time get different ones.
 */
export const takeEndingKeys = statement<ToldKey>(
  'take_ending_keys',
  `with due as (
     select k.id, n.days
     from api_key k
     join staff_member s on s.platform_holder_id = k.platform_holder_id and s.id = k.actor_id and s.status = 'active'
     join platform_holder h on h.platform_holder_id = k.platform_holder_id and h.status in ('active', 'draft')
     cross join lateral (
       select min(days) as days
       from unnest(array[30, 7, 1]) as days
       where k.expires_at <= tijdig_now() + days * interval '1 day') n
     where ${endingSoon} and n.days < coalesce(k.told_days, 31) and k.created_at < k.expires_at - n.days * interval '1 day'
     order by k.expires_at, k.id limit ${toldAtOnce}
     for update of k skip locked)
   update api_key k set told_days = due.days from due where k.id = due.id
   returning k.id, k.platform_holder_id, k.expires_at, due.days`,
)

/** Whether a member of staff `s` is told of a key of actor `a`: its maker, or one of some roles for a service account. */
const isReader = (roles: string) => `s.status = 'active' and s.kind = 'person'
     and (s.id = a.id or a.kind = 'service' and s.role = any(${roles}::text[]))`

/** Whom to mail about keys: of each its maker, or those of the roles where it is of a service account. */
export const selectReaders = statement<{ apiKeyId: string; platformHolderId: string; staffMemberId: string }>(
  'select_readers_of_ending_keys',
  `select k.id as api_key_id, k.platform_holder_id, s.id as staff_member_id
   from api_key k
   join staff_member a on a.platform_holder_id = k.platform_holder_id and a.id = k.actor_id
   join staff_member s on s.platform_holder_id = k.platform_holder_id and ${isReader('$2')}
   where k.id = any($1::uuid[]) order by k.id, s.id limit 100000`,
)

export type EndingNotice = {
  readonly email: string
  readonly locale: string
  readonly holderName: string
  /** What it sends goes to its inbox (G29). */
  readonly isTest: boolean
  readonly timezone: string
  readonly keyName: string
  readonly accountId: string
  /** Null for a key of a person. */
  readonly accountName: string | null
  readonly expiresAt: Temporal.Instant
}

/** What a mail says; nothing where the key was revoked, or its reader left or does something else by now. */
export const selectEndingNotice = statement<EndingNotice>(
  'select_ending_notice',
  `select s.email, coalesce(s.interface_locale, h.default_locale) as locale, h.display_name as holder_name,
     h.is_test, h.default_timezone as timezone, k.name as key_name, a.id as account_id, a.name as account_name, k.expires_at
   from api_key k
   join staff_member a on a.platform_holder_id = k.platform_holder_id and a.id = k.actor_id
   join staff_member s on s.platform_holder_id = k.platform_holder_id and s.id = $3 and ${isReader('$4')}
   join platform_holder h on h.platform_holder_id = k.platform_holder_id and h.status in ('active', 'draft')
   where k.platform_holder_id = $1 and k.id = $2 and k.revoked_at is null`,
)
