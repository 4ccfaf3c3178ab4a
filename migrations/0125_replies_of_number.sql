-- expand
-- What came before from the same number, beside a reply.
create index concurrently if not exists inbound_sms_of_number on inbound_sms (platform_holder_id, sender_key, received_at) where platform_holder_id is not null;
