-- expand
create index concurrently if not exists platform_holder_test on platform_holder (platform_holder_id) where is_test;
