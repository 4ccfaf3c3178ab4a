import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlaceFact } from '#/slices/appointment-facts/place.ts'
import type { DataOf, ItemOf } from '#web/api/client.ts'

/** What the app shows of an appointment of its recipient: the words of its place, not what they are made of. */
export type OwnAppointment = Omit<DataOf<'getRecipientAppointment'>, PlaceFact>
export type Layout = NonNullable<OwnAppointment['layout']>
export type Component = Layout['components'][number]
type Surface = ItemOf<'listHolderAppointmentLayouts'>['surface']
export type ComponentType = Component['type']

/** The newest version of the layout schema that this app knows. */
export const knownSchemaVersion = 1

/** What each component is called, in the editor and as the heading above it. */
export const componentNames: Readonly<Record<ComponentType, MessageDescriptor>> = {
  date_time: msg`Date and time`,
  provider: msg`Appointment with`,
  title: msg`Appointment`,
  location: msg`Place`,
  instructions: msg`Instructions`,
  actions: msg`Reply buttons`,
  status: msg`Status`,
  contact: msg`Contact`,
  calendar_link: msg`Add to calendar`,
  privacy: msg`Privacy`,
}

const usualTypes: Readonly<Record<Surface, readonly ComponentType[]>> = {
  appointment_list: ['date_time', 'provider', 'title', 'location', 'status'],
  appointment_detail: [
    'date_time',
    'provider',
    'title',
    'location',
    'instructions',
    'actions',
    'status',
    'calendar_link',
    'contact',
    'privacy',
  ],
}

/** The components to show, top to bottom: the default ones without a layout, or for one of a newer schema version. */
export function shownComponents(surface: Surface, layout: Layout | null): readonly Component[] {
  if (layout === null || layout.schemaVersion > knownSchemaVersion) return usualTypes[surface].map(usualComponent)
  return layout.components.filter(({ type, visible }) => visible && Object.hasOwn(componentNames, type))
}

function usualComponent(type: ComponentType, position: number): Component {
  const width = type === 'status' || type === 'calendar_link' ? 'half' : 'full'
  return { componentId: type, type, position, visible: true, width, options: {} }
}
