-- PostgreSQL keeps a write out of the indexes only when none of them, their conditions included, looks at what it changes. So no index
-- asks for `state`, which a claim and the record of an outcome change; they leave the reason alone.
drop index reminder_held;
create index reminder_held on reminder (platform_holder_id, id) where reason_code in ('volume_review', 'awaiting_new_time');
