-- When it was last noted that codes were withheld for a reason and a country: once an hour is enough to tell somebody, and
-- strangers who go on asking must not fill the audit trail, which is kept for years.
create table login.withheld (
  breaker text not null check (breaker in ('adjacentNumbers', 'countrySpend', 'allSpend')),
  country text not null,
  noted_at timestamptz not null,
  primary key (breaker, country)
);
grant select, insert, update, delete on login.withheld to tijdig_login;

-- Messages of the last hour, of all countries.
create index challenge_by_sending on login.challenge (sent_at) where sent_at is not null;
