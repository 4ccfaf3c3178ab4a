-- An attempt that was recorded and surely never made is taken back: the worker that recorded it says so.
grant delete on reminder_attempt to tijdig_worker;
