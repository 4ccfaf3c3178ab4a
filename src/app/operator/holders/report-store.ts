import { platformId } from '#/kernel/ids.ts'
import { statement } from '#/kernel/postgres/db.ts'
import { clockArrived } from '#/app/operator/world/clock.ts'
import type { Report } from './report.ts'

// Looks at the newest platform rows only: of interest right after an advance, and never in production.
export const selectLastAdvance = statement<{ detail: NonNullable<Report['lastAdvance']> }>(
  'select_last_advance',
  `select jsonb_build_object('by', detail->'by', 'stops', detail->'stops', 'wallMs', detail->'wallMs') as detail
   from (
     select at, action, detail
     from audit_event
     where platform_holder_id = '${platformId}'
     order by at desc limit 1000) e
   where action = '${clockArrived}' order by at desc limit 1`,
)

export type HolderRow = { readonly id: string; readonly displayName: string; readonly defaultTimezone: string }

export const selectHolders = statement<HolderRow>(
  'select_report_holders',
  `select platform_holder_id as id, display_name, default_timezone from platform_holder
   where $1::uuid is null or platform_holder_id = $1 order by created_at, platform_holder_id`,
)
