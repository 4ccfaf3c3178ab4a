-- expand
-- The number that a call found to be somebody else's, as opt-outs know it: taking the call back lets text messages go to that one
-- again, also once the contact was corrected. Null for other calls, and for those noted before.
alter table appointment_call add column number_key bytea;
