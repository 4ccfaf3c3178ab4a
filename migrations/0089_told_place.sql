-- The place the recipient was told in a message, beside the start: decides whether a notice of another place is owed (G3).
-- Null where the message named none, and in all that was sent before.
alter table reminder add column told_location_id text, add column told_place text;
