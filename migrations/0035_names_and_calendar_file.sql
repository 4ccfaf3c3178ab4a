-- The calendar file of a recipient is the event of the mails, so it too must know whether the name of a type may be told.
create or replace view type_of_person as
  select t.platform_holder_id, t.id, t.name, t.recipient_actions, t.instructions, t.layout_id, t.sms_safe
  from appointment_type t
  where t.platform_holder_id = '00000000-0000-0000-0000-000000000000'
     or exists (select 1 from recipient_link l
                where l.recipient_id = bound_recipient() and l.platform_holder_id = t.platform_holder_id);

-- Names are stored and searched for in one Unicode form, so that "Zoë" is found however the letter was typed.
set local role tijdig_operator;
update appointment set recipient_name = normalize(recipient_name, nfc) where recipient_name is not nfc normalized;
reset role;
