-- What an answer by text message was about, and what became of it; null while it is not seen to.
alter table inbound_sms
  add column reminder_id uuid,
  add column outcome text check (outcome in ('nobody', 'done', 'told_staff', 'unread'));

-- Receipts that fit no attempt are tried again after pauses that grow, without keeping newer ones waiting.
alter table delivery_receipt add column retry_at timestamptz;
update delivery_receipt set retry_at = received_at
where applied_at is null and platform_holder_id is null and message_reference is not null and received_at > tijdig_now() - interval '1 day';
create index delivery_receipt_to_match on delivery_receipt (retry_at) where retry_at is not null;

-- When the provider's list first did not have a message of unknown fate. One such look proves nothing; a second one, later, does.
alter table reminder_attempt add column absent_at timestamptz;
