-- A recipient's transaction is bound to no holder. What it leaves in the audit trail is their own doing, and nobody else's.
alter policy unbound_insert on audit_event
  with check (platform_holder_id = '00000000-0000-0000-0000-000000000000'
    and (bound_recipient() is null or (actor_kind = 'recipient' and actor_id = bound_recipient())));
