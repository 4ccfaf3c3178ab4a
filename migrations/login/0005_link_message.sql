-- The message that somebody who waited is linked: one for a profile, however often it is linked.
-- null -> sending -> sent; failed: the provider said no, or nobody knows.
alter table login.profile add column link_message text check (link_message in ('sending', 'sent', 'failed'));
