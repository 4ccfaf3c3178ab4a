import { tellSql } from '#/slices/events/sql.ts'
import { reminderEvents, toldStates } from './reminder-events.ts'

/**
 * What a statement that changes rows returns of each, so that it can tell it.
 *
 * @param row what the statement calls the table
 */
export const changedColumns = (row = 'r') =>
  `${row}.platform_holder_id, ${row}.id, ${row}.appointment_id, ${row}.kind, ${row}.offset_key, ${row}.channel, ${row}.state,
   ${row}.reason_code, old.state as state_before`

const versions = new Set(reminderEvents.map(({ contract }) => contract.schemaVersion))
const [schemaVersion] = versions
if (versions.size !== 1) throw new Error('Events of reminders have one version: they are written by one statement')

const typeOf = `case c.state ${Object.entries(toldStates)
  .map(([state, type]) => `when '${state}' then '${type}'`)
  .join(' ')} end`
const isTold = `c.state in (${Object.keys(toldStates)
  .map((state) => `'${state}'`)
  .join(', ')})`

/**
 * Tells what rows have become, in the very statement that makes them so: each change once, whoever makes it.
 *
 * @param rows the `changedColumns` of rows that a statement has changed
 */
export const tellRemindersSql = (rows: string) =>
  tellSql(
    'reminder',
    `select c.platform_holder_id, ${typeOf} as type, ${schemaVersion} as schema_version, c.id as subject_id,
       null::integer as subject_version,
       (select jsonb_build_object('appointmentId', c.appointment_id, 'sourceSystem', a.source_system,
          'externalAppointmentId', a.external_appointment_id, 'locationId', a.location_id, 'kind', c.kind,
          'offset', case when c.offset_key like 'P%' then c.offset_key end, 'channel', c.channel, 'state', c.state,
          'reasonCode', c.reason_code)
        from appointment a where a.platform_holder_id = c.platform_holder_id and a.id = c.appointment_id) as data
     from ${rows} c
     where ${isTold} and c.state is distinct from c.state_before`,
  )
