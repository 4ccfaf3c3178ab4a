import { idOrNil } from '#/kernel/ids.ts'
import { statement, type HolderTx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Page, Position } from '#/kernel/page.ts'
import { textIn } from '#/messages/catalogues/locales.ts'
import { joinType } from '#/slices/appointment-types/sql.ts'
import { placeSql } from '#/slices/appointment-facts/appointment-facts.ts'
import { deliveryColumns, deliveryLateral } from '#/slices/reminders/reminders.ts'
import { isUnreached } from './counts-store.ts'
import { toHolderAppointment, type ShownBeside } from './appointment-view.ts'
import { sideOf } from './walk.ts'
import type { KnownAppointment } from '#/slices/appointments/appointment.ts'
import { awaitsNewTimeSql, rememberedLocaleSql } from '#/slices/appointments/sql.ts'
import { appointmentColumns } from '#/slices/appointments/store.ts'
import { titleOf } from '#/slices/appointments/title.ts'

/** One appointment with what its view shows besides: delivery, and the holder's own words for title and place. */
export type ViewRow = KnownAppointment &
  ShownBeside & {
    readonly typeName: Readonly<Record<string, string>> | null
    readonly defaultLocale: string
    readonly holderName: string
  }

export const selectView = (
  appointments: string,
) => `select ${appointmentColumns}, ${deliveryColumns}, t.name as type_name, h.default_locale,
    h.display_name as holder_name,
    a.recipient_id is not null as is_linked,
    ${placeSql()} as place
  from ${appointments} a join platform_holder h using (platform_holder_id)
  ${joinType('a', 'a.appointment_type_id')}
  ${deliveryLateral}`

/** @throws AppError NOT_FOUND */
export async function getHolderAppointmentView(tx: HolderTx, id: string) {
  return (await findHolderAppointment(tx, id)).view
}

/** The view, and the entry by which the holder knows its recipient. @throws AppError NOT_FOUND */
export async function findHolderAppointment(tx: HolderTx, id: string) {
  const [row] = await tx.rows(selectOne, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return { view: toView(row), holderRecipientId: row.holderRecipientId }
}

const selectOne = statement<ViewRow>(
  'select_appointment_view',
  `${selectView('appointment')} where a.platform_holder_id = $1 and a.id = $2`,
)

type Sought = { readonly startsAt: string; readonly displayName: string }
type Match = { readonly index: number; readonly appointmentId: string; readonly holderRecipientId: string }

/** Which appointments are there already, by start and name; the cancelled are not. `index` is the place in `sought`, from 0. */
export function findMatches(tx: HolderTx, sought: readonly Sought[]): Promise<Match[]> {
  const starts = sought.map(({ startsAt }) => startsAt)
  // As names are stored.
  const names = sought.map(({ displayName }) => displayName.trim().normalize('NFC'))
  return tx.rows(selectMatches, [tx.platformHolderId, starts, names])
}

const selectMatches = statement<Match>(
  'select_appointment_matches',
  `select distinct on (s.position) (s.position - 1)::int as index, a.id as appointment_id, a.holder_recipient_id
   from unnest($2::timestamptz[], $3::text[]) with ordinality as s(starts_at, name, position)
   join appointment a on a.platform_holder_id = $1
     and a.recipient_folded_name = lower(s.name)
     and a.starts_at = s.starts_at
   where a.status <> 'cancelled' order by s.position, a.id`,
)

export type AppointmentFilter = {
  readonly from?: Temporal.Instant | undefined
  readonly to?: Temporal.Instant | undefined
  readonly endsAfter?: Temporal.Instant | undefined
  readonly status?: string
  readonly deliveryStatus?: string
  readonly confirmationStatus?: 'confirmed' | 'unconfirmed'
  readonly appointmentTypeId?: string
  readonly locationId?: string
  readonly locale?: string
  readonly attention?: 'unreached' | 'new_time'
  readonly query?: string
  /** Whether only those whom no message is known to have reached; unlike `attention`, also where none was to be sent. */
  readonly isUntold?: boolean
}

/** `rows`: one more than the page, in order of start or, for a page before a position, in the reverse. */
type Listed = { readonly rows: readonly ListedView[]; readonly searchedTo: Position | null }
type ListedView = ReturnType<typeof toListed>
type Wanted = Pick<Page, 'after' | 'size'>

/** Filters by period, type, name and what waits for a new time: each of these has an index, and the planner walks the one that leaves fewest. */
export async function listAppointmentViews(
  tx: HolderTx,
  filter: AppointmentFilter,
  { after, size }: Wanted,
): Promise<Listed> {
  const { name, where, order, values } = compose(indexed(filter), [tx.platformHolderId], after)
  const rowsMax = rowsFor(size)
  // The name tells the combination of filters apart, so that each is planned once per connection.
  const select = statement<ViewRow>(
    `list_appointments_${rowsMax}_${name}`,
    `${selectView('appointment')} where ${where} order by ${order} limit ${rowsMax}`,
  )
  return { rows: (await tx.rows(select, values)).slice(0, size + 1).map(toListed), searchedTo: null }
}

/** How many appointments one page of a search looks at. */
const searchedMax = 5_000

/**
 * Filters also by what no index answers. However rare the matches are, one page looks at `searchedMax` appointments at
 * most.
 *
 * @returns with `searchedTo`, where to go on when it looked at that many and the page is not full
 */
export async function searchAppointmentViews(
  tx: HolderTx,
  filter: AppointmentFilter,
  { after, size }: Wanted,
): Promise<Listed> {
  const inOrder = compose(indexed(filter), [tx.platformHolderId], after)
  const sought = compose(told(filter), inOrder.values)
  const candidates = `from appointment a where ${inOrder.where} order by ${inOrder.order}`
  const rowsMax = rowsFor(size)
  const select = statement<ViewRow>(
    `search_${rowsMax}_${inOrder.name}_${sought.name}`,
    `${selectView(`(select * ${candidates} limit ${searchedMax})`)} where ${sought.where} order by ${inOrder.order} limit ${rowsMax}`,
  )
  const rows = (await tx.rows(select, sought.values)).slice(0, size + 1).map(toListed)
  if (rows.length > size) return { rows, searchedTo: null }
  const selectLast = statement<{ startsAt: Temporal.Instant; id: string }>(
    `search_appointments_end_${inOrder.name}`,
    `select a.starts_at, a.id ${candidates} offset ${searchedMax - 1} limit 1`,
  )
  const [last] = await tx.rows(selectLast, inOrder.values)
  return { rows, searchedTo: last ? [last.startsAt.toString(), last.id] : null }
}

/** One of two literal limits: with the limit as a parameter the statement would be planned for every call. */
function rowsFor(size: number): number {
  return size < 26 ? 26 : 101
}

type Condition = readonly [key: string, sql: (parameter: string) => string, value: unknown]

function indexed({ from, to, appointmentTypeId, query, attention }: AppointmentFilter): Condition[] {
  return [
    ['from', (p) => `a.starts_at >= ${p}::timestamptz`, from],
    ['to', (p) => `a.starts_at < ${p}::timestamptz`, to],
    ['type', (p) => `a.appointment_type_id = ${p}::uuid`, idOrNil(appointmentTypeId)],
    [
      'name',
      (p) => `a.recipient_folded_name >= lower(${p}) and a.recipient_folded_name < lower(${p}) || chr(1114111)`,
      // As names are stored.
      query?.normalize('NFC'),
    ],
    ['n', (p) => `${p}::boolean and ${awaitsNewTimeSql}`, attention === 'new_time' || undefined],
  ]
}

/** Their keys are letters, because names of statements are short. */
function told(filter: AppointmentFilter): Condition[] {
  return [
    ['e', (p) => `a.ends_at > ${p}::timestamptz`, filter.endsAfter],
    ['s', (p) => `a.status = ${p}`, filter.status],
    ['d', (p) => `d.delivery_status = ${p}`, filter.deliveryStatus],
    [
      'c',
      (p) => `(a.confirmed_revision is not distinct from a.schedule_revision) = ${p}::boolean`,
      isConfirmedFilter(filter),
    ],
    ['p', (p) => `coalesce(a.location_id, 'none') = ${p}`, filter.locationId],
    ['l', (p) => `${rememberedLocaleSql('a')} = ${p}`, filter.locale],
    [
      'u',
      (p) => `${p}::boolean and d.delivery_status in ('failed', 'suppressed', 'none', 'unknown')`,
      filter.isUntold || undefined,
    ],
    ['a', (p) => `(${isUnreached}) = ${p}::boolean`, filter.attention === 'unreached' || undefined],
  ]
}

/** @param before values that have their parameters already; the first is the holder */
function compose(conditions: readonly Condition[], before: readonly unknown[], after: Position | null = null) {
  const used = conditions.filter(([, , value]) => value !== undefined)
  const values = [...before, ...used.map(([, , value]) => value)]
  const where = ['a.platform_holder_id = $1', ...used.map(([, sql], index) => sql(`$${before.length + index + 1}`))]
  const side = sideOf(after)
  if (after)
    where.push(`(a.starts_at, a.id) ${side.compare} ($${values.length + 1}::timestamptz, $${values.length + 2}::uuid)`)
  return {
    name: [...used.map(([key]) => key), ...(after ? [side.name] : [])].join('_') || 'all',
    where: where.join(' and '),
    order: side.isBackwards ? 'a.starts_at desc, a.id desc' : 'a.starts_at, a.id',
    values: [...values, ...(after?.slice(0, 2) ?? [])],
  }
}

function isConfirmedFilter({ confirmationStatus }: AppointmentFilter): boolean | undefined {
  return confirmationStatus === undefined ? undefined : confirmationStatus === 'confirmed'
}

export function toListed(row: ViewRow) {
  return {
    view: toView(row),
    holderRecipientId: row.holderRecipientId,
    startsAt: row.startsAt,
  }
}

/** Its place in the order of start. */
export function positionOf({ startsAt, view }: ListedView): Position {
  return [startsAt.toString(), view.id]
}

function toView(row: ViewRow) {
  const typeName = row.typeName && textIn(row.typeName, [row.defaultLocale, 'nl'])
  return toHolderAppointment(row, titleOf(row.title, typeName, row.holderName))
}
