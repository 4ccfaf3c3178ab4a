-- expand
-- One message for all who share a telephone, and how the mail about replies comes.
alter table reminder_policy add column group_same_telephone boolean not null default false;
alter table reminder_policy add column reply_mail text not null default 'each'
  constraint reminder_policy_reply_mail_check check (reply_mail in ('each', 'daily', 'none'));

-- On the newest open reply: the day on which its organization got the mail of that day.
alter table reply add column mailed_on date;
