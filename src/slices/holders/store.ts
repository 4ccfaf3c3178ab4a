import { statement, type Statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import {
  profileColumns,
  toHolderProfile,
  type HolderProfile,
  type ProfileRow,
  type SchedulingSetup,
  type WritableProfile,
} from './profile.ts'

const profileSelection = Object.entries(profileColumns)
  .map(([field, column]) => `${column} as "${field}"`)
  .join(', ')
const readOnlySelection = 'platform_holder_id as id, status, is_test, active_from, active_until'

const selectProfile = statement<ProfileRow>(
  'select_holder_profile',
  `select ${readOnlySelection}, ${profileSelection} from platform_holder where platform_holder_id = $1`,
)

export async function getProfile(tx: HolderTx): Promise<ProfileRow> {
  const [row] = await tx.rows(selectProfile, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The profile, when the holder was created, and when it was last changed. */
export async function getProfileWithTimes(
  tx: HolderTx,
): Promise<{ profile: HolderProfile; createdAt: Temporal.Instant; updatedAt: Temporal.Instant }> {
  const [row] = await tx.rows(selectProfileWithTimes, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  const { createdAt, updatedAt, ...profile } = row
  return { profile: toHolderProfile(profile), createdAt, updatedAt }
}

const selectProfileWithTimes = statement<ProfileRow & { createdAt: Temporal.Instant; updatedAt: Temporal.Instant }>(
  'select_holder_profile_with_times',
  `select ${readOnlySelection}, ${profileSelection}, created_at, updated_at
   from platform_holder where platform_holder_id = $1`,
)

/** Writes the given fields and keeps the others. Columns come from the closed table above, values are parameters. */
export async function updateProfile(tx: HolderTx, changes: Partial<WritableProfile>): Promise<ProfileRow> {
  const fields = Object.keys(changes).sort() as (keyof WritableProfile)[]
  const assignments = fields.map((field, index) => `${profileColumns[field]} = $${index + 2}`)
  const update: Statement<ProfileRow> = {
    name: '',
    text: `update platform_holder set ${assignments.join(', ')}, updated_at = tijdig_now()
           where platform_holder_id = $1 returning ${readOnlySelection}, ${profileSelection}`,
  }
  const values = fields.map((field) =>
    field === 'schedulingSetup' && changes[field] ? JSON.stringify(changes[field]) : changes[field],
  )
  const [row] = await tx.rows(update, [tx.platformHolderId, ...values])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The locations, which until the commit nobody else changes. */
export async function lockLocations(tx: HolderTx): Promise<SchedulingSetup['locations']> {
  const [row] = await tx.rows(selectLocations, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row.schedulingSetup?.locations ?? []
}

// Not `for update`: new rows may still refer to it.
const selectLocations = statement<{ schedulingSetup: SchedulingSetup | null }>(
  'select_locations_to_change',
  `select scheduling_setup from platform_holder where platform_holder_id = $1 for no key update`,
)

/** What other slices need to know of a holder. */
export type HolderContext = {
  readonly displayName: string
  /** What it sends goes to its inbox (G29). */
  readonly isTest: boolean
  readonly defaultLocale: string
  readonly defaultTimezone: string
  /** Of the headquarters: national telephone numbers are read in it. */
  readonly countryCode: string
  readonly schedulingSetup: SchedulingSetup | null
}

export async function getHolderContext(tx: HolderTx): Promise<HolderContext> {
  const [row] = await tx.rows(selectContext, [tx.platformHolderId])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectContext = statement<HolderContext>(
  'select_holder_context',
  `select display_name, is_test, default_locale, default_timezone,
          headquarters_country_code as country_code, scheduling_setup
   from platform_holder where platform_holder_id = $1`,
)

/** Whether two members of staff must agree on a link of a person. */
export async function readLinksNeedTwo(tx: HolderTx): Promise<boolean> {
  const [row] = await tx.rows(selectLinksNeedTwo, [tx.platformHolderId])
  return row?.linksNeedTwo ?? false
}

const selectLinksNeedTwo = statement<{ linksNeedTwo: boolean }>(
  'select_links_need_two',
  'select links_need_two from platform_holder where platform_holder_id = $1',
)

export function writeLinksNeedTwo(tx: HolderTx, needsTwo: boolean): void {
  tx.send(updateLinksNeedTwo, [tx.platformHolderId, needsTwo])
}

const updateLinksNeedTwo = statement(
  'update_links_need_two',
  'update platform_holder set links_need_two = $2 where platform_holder_id = $1',
)
