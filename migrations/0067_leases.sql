-- Work of all processes that one of them does: whoever has the lease, until it runs out or is given up.
create table lease (
  name text primary key,
  owner_id uuid not null,
  taken_until timestamptz not null
);
grant select, insert, update, delete on lease to tijdig_worker, tijdig_operator;
