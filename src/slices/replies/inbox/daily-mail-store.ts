import { statement } from '#/kernel/postgres/db.ts'

/** Organizations that get their mail at once. */
export const mailedAtOnce = 100

/**
 * Notes on their newest open reply that today's mail is on its way, and returns the organizations: those that want one
 * mail a day, from eight o'clock on by their own clock, while a reply is open. Workers that ask at the same time get
 * different ones.
 */
export const takeDailyMails = statement<{ platformHolderId: string }>(
  'take_daily_reply_mails',
  `with due as (
     select h.platform_holder_id, newest.id, clock.today
     from reminder_policy p
     join platform_holder h on h.platform_holder_id = p.platform_holder_id and h.status = 'active'
     cross join lateral (
       select (tijdig_now() at time zone h.default_timezone)::date as today,
         (tijdig_now() at time zone h.default_timezone)::time as time) clock
     cross join lateral (
       select r.id
       from reply r
       where r.platform_holder_id = h.platform_holder_id and r.state = 'open'
       order by r.received_at desc, r.id desc limit 1) newest
     where p.reply_mail = 'daily' and clock.time >= '08:00'
       and not exists (
         select 1 from reply m where m.platform_holder_id = h.platform_holder_id and m.mailed_on >= clock.today)
     order by h.platform_holder_id limit ${mailedAtOnce}),
   taken as (
     select r.platform_holder_id, r.id, due.today
     from due
     join reply r on r.platform_holder_id = due.platform_holder_id and r.id = due.id and r.state = 'open'
       and (r.mailed_on is null or r.mailed_on < due.today)
     order by r.platform_holder_id for no key update of r skip locked)
   update reply r set mailed_on = taken.today
   from taken
   where r.platform_holder_id = taken.platform_holder_id and r.id = taken.id
   returning r.platform_holder_id`,
)

export type DailyMailRow = {
  readonly displayName: string
  readonly isTest: boolean
  readonly defaultLocale: string
  readonly replies: number
}

/** What the mail says; no row when the organization wants none any more. */
export const selectDailyMail = statement<DailyMailRow>(
  'select_daily_reply_mail',
  `select h.display_name, h.is_test, h.default_locale, (
     select count(*)::int
     from reply r
     where r.platform_holder_id = h.platform_holder_id and r.state = 'open') as replies
   from platform_holder h
   join reminder_policy p on p.platform_holder_id = h.platform_holder_id and p.reply_mail = 'daily'
   where h.platform_holder_id = $1 and h.status = 'active'`,
)
