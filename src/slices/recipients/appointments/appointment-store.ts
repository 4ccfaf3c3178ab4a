import { idOrNil } from '#/kernel/ids.ts'
import type { Component, Surface } from '#/slices/layouts/layouts.ts'
import { statement, type Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { isId, platformId } from '#/kernel/ids.ts'
import type { Position } from '#/kernel/page.ts'
import { factsIn, ownFacts, placeSql, type FactsIn } from '#/slices/appointment-facts/appointment-facts.ts'
import { openRequestColumns, type Appointment } from '#/slices/appointments/appointments.ts'
import type { RecipientRules } from '#/slices/appointment-types/appointment-types.ts'

/** The holder of one of the recipient's appointments; null when it is none of theirs. */
export async function findHolderOfAppointment(
  tx: Tx,
  recipientId: string,
  appointmentId: string,
): Promise<string | null> {
  const [row] = await tx.rows(selectHolder, [recipientId, appointmentId])
  return row?.platformHolderId ?? null
}

// Through the links, because they are few: an index by recipient and id would have to be kept for every appointment.
const selectHolder = statement<{ platformHolderId: string }>(
  'select_holder_of_appointment',
  `select a.platform_holder_id
   from (select distinct platform_holder_id from recipient_link where recipient_id = $1) l
   cross join lateral (select platform_holder_id from appointment_of_person
                       where platform_holder_id = l.platform_holder_id and id = $2 and recipient_id = $1 offset 0) a
   limit 1`,
)

/** The recipient's appointments still ahead, by holder and id: the order in which they are locked. At most 10,000. */
export function listAppointmentsAhead(
  tx: Tx,
  recipientId: string,
  now: Temporal.Instant,
): Promise<{ platformHolderId: string; id: string }[]> {
  return tx.rows(selectAhead, [recipientId, now])
}

const selectAhead = statement<{ platformHolderId: string; id: string }>(
  'select_own_appointments_ahead',
  `select platform_holder_id, id from appointment_of_person
   where recipient_id = $1 and starts_at > $2 and status = 'registered' order by platform_holder_id, id limit 10000`,
)

/** The facts of an appointment that its recipient is shown. */
export const ownView = factsIn(ownFacts, 'recipientView')

/** What a recipient is shown of an appointment, with what its holder and its type say beside it. */
export type OwnAppointmentRow = Pick<
  Appointment,
  | 'platformHolderId'
  | 'id'
  | 'status'
  | keyof FactsIn<'recipientView'>
  | 'version'
  | 'scheduleRevision'
  | 'confirmedAt'
  | 'confirmedVia'
  | 'confirmedRevision'
  | 'openRequestId'
  | 'openRequestType'
  | 'openRequestAt'
  | 'awaitsNewTime'
  | 'updatedAt'
> & {
  readonly holderName: string
  readonly holderPhone: string
  readonly holderWebsite: string
  readonly holderIsTest: boolean
  readonly holderLocale: string
  readonly holderInbox: string
  readonly place: string | null
  /** Null for an appointment without a type. */
  readonly rules: RecipientRules | null
  /** The names of the type, when it is marked smsSafe. */
  readonly safeName: Readonly<Record<string, string>> | null
  readonly layoutId: string | null
  readonly layout: { readonly schemaVersion: number; readonly components: readonly Component[] } | null
  readonly ownLocale: string | null
  /** What the holder remembers. */
  readonly rememberedLocale: string | null
}

// The page is cut before anything is looked up beside it. A type may name the layout of the surface; else its own comes before that of all types.
const selectOwn = (
  surface: Surface,
  appointments: string,
) => `select a.platform_holder_id, a.id, a.status, ${ownView.columns}, a.version, a.schedule_revision,
    a.confirmed_at, a.confirmed_via, a.confirmed_revision, ${openRequestColumns}, a.awaits_new_time, a.updated_at,
    h.display_name as holder_name, h.whatsapp_number as holder_phone,
    h.website_url as holder_website, h.is_test as holder_is_test, h.default_locale as holder_locale, h.communication_inbox_email as holder_inbox,
    ${placeSql('h.locations')} as place,
    case when t.id is not null then jsonb_build_object('appointmentTypeId', t.id, 'name', t.name, 'instructions', t.instructions,
      'actions', t.recipient_actions, 'layoutId', t.layout_id) end as rules,
    case when t.sms_safe then t.name end as safe_name,
    shown.id as layout_id,
    case when shown.id is not null then jsonb_build_object('schemaVersion', shown.schema_version, 'components', shown.components) end as layout,
    (select r.locale from recipient r where r.id = $1) as own_locale,
    (select e.locale
      from entry_of_person e
      where e.platform_holder_id = a.platform_holder_id and e.id = a.holder_recipient_id) as remembered_locale
  from (${appointments}) a
  join holder_of_person h using (platform_holder_id)
  left join type_of_person t on t.id = a.appointment_type_id
    and t.platform_holder_id in (a.platform_holder_id, '${platformId}')
  left join lateral (
    select y.id, y.schema_version, y.components from layout_of_person y
    where y.platform_holder_id = a.platform_holder_id and y.surface = '${surface}'
      and (y.id = t.layout_id or y.appointment_type_id = a.appointment_type_id or y.appointment_type_id is null)
    order by y.id = t.layout_id desc nulls last, y.appointment_type_id nulls last, y.schema_version desc limit 1) shown on true`

/** @throws AppError NOT_FOUND */
export async function getOwnAppointment(tx: Tx, recipientId: string, id: string): Promise<OwnAppointmentRow> {
  const holder = isId(id) ? await findHolderOfAppointment(tx, recipientId, id) : null
  const [row] = holder === null ? [] : await tx.rows(selectOwnOne, [recipientId, holder, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectOwnOne = statement<OwnAppointmentRow>(
  'select_own_appointment',
  selectOwn(
    'appointment_detail',
    'select * from appointment_of_person where recipient_id = $1 and platform_holder_id = $2 and id = $3',
  ),
)

export type OwnAppointmentFilter = {
  readonly from?: Temporal.Instant | undefined
  readonly to?: Temporal.Instant | undefined
  readonly status?: string
  readonly platformHolderId?: string
}

/** Of all holders in order of start, one row more than the page; through one index, however many holders. */
export async function listOwnAppointments(
  tx: Tx,
  recipientId: string,
  filter: OwnAppointmentFilter,
  after: Position | null,
  size: number,
): Promise<OwnAppointmentRow[]> {
  const conditions: [key: string, sql: (parameter: string) => string, value: unknown][] = [
    ['from', (p) => `a.starts_at >= ${p}::timestamptz`, filter.from],
    ['to', (p) => `a.starts_at < ${p}::timestamptz`, filter.to],
    ['status', (p) => `a.status = ${p}`, filter.status],
    ['holder', (p) => `a.platform_holder_id = ${p}::uuid`, idOrNil(filter.platformHolderId)],
  ]
  const used = conditions.filter(([, , value]) => value !== undefined)
  const where = ['a.recipient_id = $1', ...used.map(([, sql], index) => sql(`$${index + 2}`))]
  const values = [recipientId, ...used.map(([, , value]) => value)]
  if (after) where.push(`(a.starts_at, a.id) > ($${values.length + 1}::timestamptz, $${values.length + 2}::uuid)`)
  // A few literal limits: with the limit as a parameter the statement would be planned for every call.
  const rowsMax = size <= 10 ? 11 : size <= 25 ? 26 : 101
  const name = [...used.map(([key]) => key), ...(after ? ['after'] : [])].join('_') || 'all'
  const select = statement<OwnAppointmentRow>(
    `list_own_appointments_${rowsMax}_${name}`,
    `${selectOwn('appointment_list', `select * from appointment_of_person a where ${where.join(' and ')} order by starts_at, id limit ${rowsMax}`)}
     order by a.starts_at, a.id`,
  )
  return (await tx.rows(select, [...values, ...(after ?? [])])).slice(0, size + 1)
}
