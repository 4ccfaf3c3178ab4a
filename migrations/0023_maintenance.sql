-- When counting a day last failed: it is left alone for a while, and the others go on.
alter table report_day add column failed_at timestamptz;

-- What retention looks for (docs/privacy.md), without walking over what stays.
create index staff_session_by_expiry on staff_session (expires_at);
create index staff_sign_in_code_by_age on staff_sign_in_code (created_at);

-- For the median wait for receipts of the last hour.
create index delivery_receipt_by_age on delivery_receipt (received_at);
