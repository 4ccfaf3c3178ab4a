import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  Identifier,
  nullable,
  oneOf,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import type { LayoutRow } from './store.ts'

/** Where the app shows appointments. */
export const surfaces = ['appointment_list', 'appointment_detail'] as const
export type Surface = (typeof surfaces)[number]
export const Surface = oneOf(surfaces, {
  title: 'LayoutSurface',
  description: 'Where the app shows it: in the list or on a page of its own.',
})

/** The highest schema version this server knows; of those listed, the app takes the highest it knows itself. */
export const highestSchemaVersion = 1

const componentTypes = [
  'date_time',
  'provider',
  'title',
  'location',
  'instructions',
  'actions',
  'status',
  'contact',
  'calendar_link',
  'privacy',
] as const
export type ComponentType = (typeof componentTypes)[number]

const Component = strictObject(
  {
    componentId: described(Identifier, 'Id of the component within the layout.', 'date'),
    type: oneOf(componentTypes, { description: 'What it shows.' }),
    position: Type.Integer({ minimum: 0, maximum: 999, description: 'Unique; components are shown in this order.' }),
    visible: Type.Boolean({
      description: 'Those of type `date_time`, `provider`, `actions` and `privacy` cannot be hidden.',
    }),
    width: oneOf(['full', 'half'], { description: 'How wide it is.' }),
    options: strictObject(
      {
        showLabel: Type.Optional(Type.Boolean({ description: 'Whether it has a heading.' })),
        showEndTime: Type.Optional(Type.Boolean({ description: 'Whether it shows the end; only for `date_time`.' })),
        maxLines: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Longer texts are collapsed.' })),
      },
      { title: 'ComponentOptions', description: 'Display options.' },
    ),
  },
  { title: 'AppointmentLayoutComponent' },
)
export type Component = Static<typeof Component>

export const Components = Type.Array(Component, {
  title: 'AppointmentLayoutComponents',
  minItems: 1,
  maxItems: 20,
  description: 'The complete list, by position.',
})

export const SchemaVersion = Type.Integer({
  minimum: 1,
  description: 'Version of the component format; independent of info.version.',
})

/** Which components the app shows on one surface, and in what order. */
export const AppointmentLayout = strictObject(
  {
    id: described(Identifier, 'Id of the layout.'),
    surface: Surface,
    schemaVersion: SchemaVersion,
    version: Version,
    appointmentTypeId: nullable(described(Identifier, 'The type it is for; null for every type without its own.')),
    components: Components,
    updatedAt: UpdatedAt,
  },
  { title: 'AppointmentLayout' },
)

export function toLayout(row: LayoutRow): Static<typeof AppointmentLayout> {
  return {
    id: row.id,
    surface: row.surface,
    schemaVersion: row.schemaVersion,
    version: row.version,
    appointmentTypeId: row.appointmentTypeId,
    components: inOrder(row.components),
    updatedAt: formatInstant(row.updatedAt),
  }
}

export function inOrder(components: readonly Component[]): Component[] {
  return components.toSorted((one, other) => one.position - other.position)
}
