-- expand
-- How far work that goes through a table page by page has come: the key of the last row it looked at. Null at the start.
alter table maintenance_work add column reached uuid[];
