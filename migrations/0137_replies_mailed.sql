-- expand
-- Whether the mail of a day about open replies has been sent.
create index concurrently if not exists reply_mailed on reply (platform_holder_id, mailed_on) where mailed_on is not null;
