-- expand
-- Who gets one mail a day about replies.
create index concurrently if not exists reminder_policy_with_daily_mail on reminder_policy (platform_holder_id) where reply_mail = 'daily';
