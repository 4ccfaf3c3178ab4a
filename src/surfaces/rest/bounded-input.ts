import { faultsMax } from './api-error.ts'

/** The part of a JSON schema that says how much there may be of something. */
type Bounds = {
  readonly type?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Bounds
  readonly additionalProperties?: unknown
  readonly properties?: Readonly<Record<string, Bounds>>
  readonly oneOf?: readonly Bounds[]
}

/**
 * Cuts an input down to what its schema needs to find it at fault: one element too many of an array, as many unknown
 * fields as are reported, the beginning of a text that is too long. This changes no verdict, but bounds the work of a
 * validator that reports every fault. A valid input comes back equal.
 */
export function boundedInput(schema: Bounds, input: unknown): unknown {
  const { maxLength = Number.POSITIVE_INFINITY, maxItems, items } = schema
  // A character has at most two UTF-16 units.
  if (typeof input === 'string') return input.length > 2 * maxLength ? input.slice(0, 2 * maxLength + 1) : input
  if (input === null || typeof input !== 'object') return input
  if (!Array.isArray(input)) return boundedObject(schema, input as Readonly<Record<string, unknown>>)
  const kept = maxItems === undefined ? input : input.slice(0, maxItems + 1)
  return items ? kept.map((item) => boundedInput(items, item)) : kept
}

function boundedObject(schema: Bounds, input: Readonly<Record<string, unknown>>): object {
  const shapes = schema.oneOf ?? [schema]
  if (shapes.some(({ additionalProperties }) => additionalProperties !== false)) return input
  const fields: [string, unknown][] = []
  let unknown = 0
  for (const name of Object.keys(input)) {
    const shape = shapes.find(({ properties = {} }) => Object.hasOwn(properties, name))?.properties?.[name]
    if (shape) fields.push([name, boundedInput(shape, input[name])])
    else if (unknown++ < faultsMax) fields.push([name, null])
  }
  return Object.fromEntries(fields)
}
