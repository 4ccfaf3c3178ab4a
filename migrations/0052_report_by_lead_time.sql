-- What a report tells of appointments besides: outcomes, reach, answers, and how long before the start they were made. Null in
-- cells that were counted before: such days are counted anew, and from their appointments until then.
alter table report_cell
  add column started integer,
  add column outcome_recorded integer,
  add column reached integer,
  add column answered integer,
  add column cancelled_early integer,
  add column outcomes_lead_0 integer,
  add column outcomes_lead_1 integer,
  add column outcomes_lead_2 integer,
  add column outcomes_lead_3 integer,
  add column outcomes_lead_4 integer,
  add column outcomes_lead_5 integer;
create index report_cell_of_before on report_cell (platform_holder_id, day) where grouping = 'day' and reached is null;
