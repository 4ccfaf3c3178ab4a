-- Wrong six-digit codes of an address are paid from a budget that fills again slowly; once it is spent, its codes are
-- long. `spent_until`: when the budget is whole again; null: it is, or the version before counted.
alter table staff_sign_in_failure add column spent_until timestamptz;

alter table staff_sign_in_code
  -- Who asked: a device that signed in with this address before, or else a network; keyed. Null: the version before asked.
  add column asker_key bytea,
  add column is_known_device boolean not null default false,
  add column is_long boolean not null default false;
