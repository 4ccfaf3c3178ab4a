import { statement } from '#/kernel/postgres/db.ts'
import type { Provider } from '#/slices/calendars/integration-id.ts'
import type { StoredCalendar } from './selected-calendars.ts'

export const selectNotice = statement<{
  provider: Provider
  status: 'connected' | 'action_required'
  version: number
  calendars: readonly StoredCalendar[]
}>(
  'select_integration_notice',
  `select provider, status, version, calendars from integration_connection
   where platform_holder_id = $1
     and integration_id = $2
     and is_notice_due
     and status in ('connected', 'action_required')`,
)

// What a later version has to tell gets a mail of its own.
export const endNotice = statement(
  'end_integration_notice',
  `update integration_connection set is_notice_due = false
   where platform_holder_id = $1 and integration_id = $2 and version = $3`,
)

export const updateSuccess = statement(
  'note_sync_success',
  `update integration_connection set last_success_at = tijdig_now(), last_error_code = null
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected'`,
)

export const updateUnavailable = statement(
  'note_sync_unavailable',
  `update integration_connection set last_error_at = tijdig_now(), last_error_code = 'provider_unavailable'
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected'`,
)

export const updateActionRequired = statement<{ version: number; provider: Provider }>(
  'note_sync_action_required',
  `update integration_connection
   set status = 'action_required', version = version + 1, last_error_at = tijdig_now(), last_error_code = $3,
     is_notice_due = true,
       updated_at = tijdig_now()
   where platform_holder_id = $1 and integration_id = $2 and status = 'connected' returning version, provider`,
)
