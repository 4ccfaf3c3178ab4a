import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  PhoneE164,
  Email,
  ResourceId,
  strictObject,
  TimeZone,
} from '#/kernel/schema.ts'

const personWords =
  'Id of the person at your organization: of one of the entries by which you know them. It is no contact and says nothing elsewhere.'

export const personParams = strictObject({
  platformHolderId: HolderPathId,
  personId: described(ResourceId, personWords),
})

const PersonAppointment = strictObject(
  {
    appointmentId: described(Identifier, 'Id of the appointment.'),
    startsAt: described(Instant, 'When it starts.'),
    timezone: described(TimeZone, 'Its time zone.'),
  },
  { title: 'PersonAppointment', description: 'When an appointment of the person is; null when there is none.' },
)

/** Somebody who was found, with what tells two people of one name apart. */
export const FoundPerson = strictObject(
  {
    personId: described(Identifier, personWords),
    displayName: Type.String({ maxLength: 200, description: 'The name as you have it.', examples: ['Sanne de Vries'] }),
    phoneNumberE164: nullable(described(PhoneE164, 'The number you have, or null.')),
    email: nullable(described(Email, 'The e-mail address you have, or null.')),
    lastAppointment: nullable(described(PersonAppointment, 'The last one that began, or null.')),
    nextAppointment: nullable(described(PersonAppointment, 'The next one that is not cancelled, or null.')),
  },
  { title: 'FoundPerson' },
)

export type FoundRow = {
  readonly personId: string
  readonly displayName: string
  readonly phone: string | null
  readonly email: string | null
  readonly lastId: string | null
  readonly lastAt: Temporal.Instant | null
  readonly lastTimezone: string | null
  readonly nextId: string | null
  readonly nextAt: Temporal.Instant | null
  readonly nextTimezone: string | null
}

export function toFoundPerson(row: FoundRow): Static<typeof FoundPerson> {
  return {
    personId: row.personId,
    displayName: row.displayName,
    phoneNumberE164: row.phone,
    email: row.email,
    lastAppointment: timeOf(row.lastId, row.lastAt, row.lastTimezone),
    nextAppointment: timeOf(row.nextId, row.nextAt, row.nextTimezone),
  }
}

function timeOf(appointmentId: string | null, startsAt: Temporal.Instant | null, timezone: string | null) {
  if (appointmentId === null || startsAt === null || timezone === null) return null
  return { appointmentId, startsAt: formatInstant(startsAt), timezone }
}

export const personExample = {
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  personId: '5b8f3c2a-5a7e-5c31-9d4e-3f2b8a6c1d70',
}

export const foundPersonExample: Static<typeof FoundPerson> = {
  personId: personExample.personId,
  displayName: 'Sanne de Vries',
  phoneNumberE164: '+31612345678',
  email: 'sanne@example.com',
  lastAppointment: null,
  nextAppointment: {
    appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
    startsAt: '2026-12-03T13:30:00.000Z',
    timezone: 'Europe/Amsterdam',
  },
}
