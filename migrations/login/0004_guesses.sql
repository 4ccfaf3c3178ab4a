-- Wrong six-digit codes of a number are paid from a budget that fills again slowly; once it is spent, its codes are
-- long. `spent_until`: when the budget is whole again; null: it is, or the version before counted.
alter table login.failed_number add column spent_until timestamptz;

alter table login.challenge
  -- Who asked: a device that signed in with this number before, or else a network; keyed. Null: the version before asked.
  add column asker_key bytea,
  add column is_known_device boolean not null default false,
  add column is_long boolean not null default false;
