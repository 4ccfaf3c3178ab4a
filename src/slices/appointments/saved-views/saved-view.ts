import { Type, type Static } from 'typebox'
import { described, Identifier, strictObject } from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { AppointmentStatus } from '#/slices/appointments/appointment.ts'
import { ConfirmationStatus } from '#/slices/appointments/reading/appointment-view.ts'
import { DeliveryStatus } from '#/slices/reminders/reminders.ts'

/** Most views that one member of staff keeps. */
export const savedViewsMax = 20

/** Filters of `listHolderAppointments`, without days and names of people: a view is of no one day and about nobody. */
export const SavedFilters = strictObject(
  {
    status: Type.Optional(described(AppointmentStatus, 'Only appointments with this status.')),
    deliveryStatus: Type.Optional(described(DeliveryStatus, 'Only appointments with this delivery status.')),
    confirmationStatus: Type.Optional(
      described(ConfirmationStatus, 'Only appointments with this confirmation status.'),
    ),
    appointmentTypeId: Type.Optional(described(Identifier, 'Only appointments of this type.')),
    locationId: Type.Optional(described(Identifier, 'Only appointments at this location.', 'main')),
    locale: Type.Optional(described(Locale, 'Only appointments of people who are written to in this language.')),
  },
  { title: 'SavedFilters', minProperties: 1, description: 'Filters of the list of appointments: at least one.' },
)
export type SavedFilters = Static<typeof SavedFilters>

export const SavedViewName = Type.String({
  title: 'SavedViewName',
  minLength: 1,
  maxLength: 60,
  pattern: '^[^\\p{Cc}]*$',
  description: 'What you call it.',
  examples: ['Not confirmed, Lindelaan'],
})

export const SavedView = strictObject(
  { id: described(Identifier, 'The view.'), name: SavedViewName, filters: SavedFilters },
  { title: 'SavedView', description: 'Filters that you keep under a name.' },
)

export const savedViewExample: Static<typeof SavedView> = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d44',
  name: 'Not confirmed, Lindelaan',
  filters: { confirmationStatus: 'unconfirmed', locationId: 'main' },
}
