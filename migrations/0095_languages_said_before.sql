-- What was said with the appointments that are there; apart from 0092, whose lock keeps everybody else from the table. What was
-- said since counts.
set local role tijdig_operator;
update holder_recipient r set locale = said.locale
from (select distinct on (a.platform_holder_id, a.holder_recipient_id) a.platform_holder_id, a.holder_recipient_id, a.recipient_locale as locale
      from appointment a where a.recipient_locale is not null
      order by a.platform_holder_id, a.holder_recipient_id, a.created_at desc, a.id desc) said
where r.platform_holder_id = said.platform_holder_id and r.id = said.holder_recipient_id and r.locale is null;
reset role;
