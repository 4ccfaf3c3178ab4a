-- expand
-- Which keys end soon is asked at each round of maintenance and at each scrape of the metrics.
create index concurrently if not exists api_key_by_end on api_key (expires_at) where revoked_at is null;
