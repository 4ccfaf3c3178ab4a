-- Each channel is claimed by itself, so that what waits for one provider never stands before what another one would take.
create index reminder_due_by_channel on reminder (channel, run_at) where stage = 1;
create index reminder_latest_by_channel on reminder (channel, latest_at) where stage = 1;
drop index reminder_latest;
