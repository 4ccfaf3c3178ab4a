import { statement, type Tx } from '#/kernel/db.ts'
import { AppError } from '#/kernel/errors.ts'
import type { Position } from '#/kernel/page.ts'
import { deliveryColumns, deliveryLateral, type DeliveryRow } from '#/slices/reminders/reminders.ts'
import { toHolderAppointment } from './appointment-view.ts'
import { appointmentColumns, toAppointment, type AppointmentRow } from './store.ts'

/** One appointment with what stands beside it: delivery, and the holder's own words for title and place. */
type ViewRow = AppointmentRow &
  DeliveryRow & { readonly default_title: string; readonly is_linked: boolean; readonly place: string | null }

const selectView = `select ${appointmentColumns}, ${deliveryColumns}, coalesce(t.name->>h.default_locale, t.name->>'nl', h.display_name) as default_title,
    a.recipient_id is not null as is_linked,
    coalesce(a.location_label, (select l->>'name' from jsonb_array_elements(h.scheduling_setup->'locations') l
                                where l->>'id' = a.location_id limit 1)) as place
  from appointment a join platform_holder h using (platform_holder_id)
  left join appointment_type t on t.id = a.appointment_type_id
    and t.platform_holder_id in (a.platform_holder_id, '00000000-0000-0000-0000-000000000000')
  ${deliveryLateral}`

/** @throws AppError NOT_FOUND */
export async function getHolderAppointmentView(tx: Tx, platformHolderId: string, id: string) {
  return (await findHolderAppointment(tx, platformHolderId, id)).view
}

/** Beside the view, by which entry the holder knows whose it is. @throws AppError NOT_FOUND */
export async function findHolderAppointment(tx: Tx, platformHolderId: string, id: string) {
  const [row] = await tx.rows(selectOne, [platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return { view: toView(row), holderRecipientId: row.holder_recipient_id }
}

const selectOne = statement<ViewRow>(
  'select_appointment_view',
  `${selectView} where a.platform_holder_id = $1 and a.id = $2`,
)

export type AppointmentFilter = {
  readonly from?: string
  readonly to?: string
  readonly status?: string
  readonly deliveryStatus?: string
  readonly confirmationStatus?: 'confirmed' | 'unconfirmed'
  readonly appointmentTypeId?: string
  readonly locationId?: string
  readonly query?: string
}

/** In order of start, one row more than the page. */
export async function listAppointmentViews(
  tx: Tx,
  platformHolderId: string,
  filter: AppointmentFilter,
  after: Position | null,
  size: number,
) {
  const { name, where, values } = compose(filter, after)
  // Read in one of two sizes that stand in the text: with a size that is a parameter it would be planned for every call.
  const rowsMax = size < 26 ? 26 : 101
  // The name tells the combination of filters apart, so that each is planned once per connection.
  const select = statement<ViewRow>(
    `list_appointments_${rowsMax}_${name}`,
    `${selectView} where ${where} order by a.starts_at, a.id limit ${rowsMax}`,
  )
  const rows = await tx.rows(select, [platformHolderId, ...values])
  return rows.slice(0, size + 1).map((row) => ({
    view: toView(row),
    holderRecipientId: row.holder_recipient_id,
    position: [row.starts_at.toString(), row.id],
  }))
}

function compose(filter: AppointmentFilter, after: Position | null) {
  const conditions: [key: string, sql: (parameter: string) => string, value: unknown][] = [
    ['from', (p) => `a.starts_at >= ${p}::timestamptz`, filter.from],
    ['to', (p) => `a.starts_at < ${p}::timestamptz`, filter.to],
    ['status', (p) => `a.status = ${p}`, filter.status],
    ['delivery', (p) => `d.delivery_status = ${p}`, filter.deliveryStatus],
    [
      'confirmation',
      (p) => `(a.confirmed_revision is not distinct from a.schedule_revision) = ${p}::boolean`,
      isConfirmedFilter(filter),
    ],
    ['type', (p) => `a.appointment_type_id::text = ${p}`, filter.appointmentTypeId],
    ['location', (p) => `a.location_id = ${p}`, filter.locationId],
    [
      'name',
      (p) => `a.recipient_folded_name >= lower(${p}) and a.recipient_folded_name < lower(${p}) || chr(1114111)`,
      filter.query,
    ],
  ]
  const used = conditions.filter(([, , value]) => value !== undefined)
  const where = ['a.platform_holder_id = $1', ...used.map(([, sql], index) => sql(`$${index + 2}`))]
  const values = used.map(([, , value]) => value)
  if (after) where.push(`(a.starts_at, a.id) > ($${values.length + 2}::timestamptz, $${values.length + 3}::uuid)`)
  const name = [...used.map(([key]) => key), ...(after ? ['after'] : [])].join('_') || 'all'
  return { name, where: where.join(' and '), values: [...values, ...(after ?? [])] }
}

function isConfirmedFilter({ confirmationStatus }: AppointmentFilter): boolean | undefined {
  return confirmationStatus === undefined ? undefined : confirmationStatus === 'confirmed'
}

function toView(row: ViewRow) {
  return toHolderAppointment({ ...toAppointment(row), locationLabel: row.place }, row, row.default_title, row.is_linked)
}
