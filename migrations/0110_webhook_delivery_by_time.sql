-- expand
-- Which deliveries of an endpoint were made since an instant: for lists of them and for recovery.
create index concurrently if not exists webhook_delivery_by_time on webhook_delivery (platform_holder_id, endpoint_id, created_at, position);
