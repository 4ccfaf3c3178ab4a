import { Type, type TSchema } from 'typebox'
import { strictObject } from '#/kernel/schema.ts'

/** Fields that agents do not see in lists: contacts, notes, and what only machines need. */
const leftOutOfLists = new Set([
  'email',
  'phoneNumberE164',
  'contactLastConfirmedAt',
  'destinationMasked',
  'accountLabel',
  'calendarId',
  'eventId',
  'reviewedBy',
  'note',
  'externalAppointmentId',
  'calendar',
])

/** What an agent sees of a read: a list with its count and without contacts, anything else as it is. */
export function shapeOf(data: TSchema): TSchema {
  const { items, ...others } = (data as { properties?: Record<string, TSchema> }).properties ?? {}
  if (!items) return data
  const count = Type.Integer({ minimum: 0, description: 'Items on this page.' })
  return strictObject({ count, items: withoutContacts(items), ...others })
}

function withoutContacts(schema: TSchema): TSchema {
  const { properties, items, required } = schema as Partial<ObjectSchema>
  if (items) return { ...schema, items: withoutContacts(items) } as TSchema
  if (!properties) return schema
  const kept = Object.entries(properties).filter(([name]) => !leftOutOfLists.has(name))
  return {
    ...schema,
    properties: Object.fromEntries(kept.map(([name, property]) => [name, withoutContacts(property)])),
    required: (required ?? []).filter((name) => !leftOutOfLists.has(name)),
  } as TSchema
}

type ObjectSchema = { properties: Record<string, TSchema>; items: TSchema; required: string[] }

/** A value reduced to what its schema declares, as REST answers are; a list gets its count. */
export function declaredOf(schema: TSchema, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const { properties, items } = schema as Partial<ObjectSchema>
  if (Array.isArray(value)) return items ? value.map((item) => declaredOf(items, item)) : value
  if (!properties) return value
  const fields = value as Readonly<Record<string, unknown>>
  const counted =
    'count' in properties && Array.isArray(fields.items) ? { count: fields.items.length, ...fields } : fields
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => counted[name] !== undefined)
      .map(([name, property]) => [name, declaredOf(property, counted[name])]),
  )
}
