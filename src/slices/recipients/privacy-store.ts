import { statement } from '#/kernel/postgres/db.ts'

export const eraseRecipient = statement(
  'erase_recipient',
  `update recipient set status = 'deleted', display_name = '–', phone_number_e164 = null, email = null, locale = null,
     timezone = null,
     preferences = '{}', version = version + 1, updated_at = tijdig_now()
   where id = $1`,
)
