type Schema = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, Schema>>
type Content = { readonly schema: Schema; readonly example: unknown }

/**
 * The schemas without the examples of fields that the example of a whole object shows already: that of a body or an answer,
 * which stands with its operation, or that of a component.
 */
export function withoutRepeatedExamples(schemas: Schemas, operations: unknown): Schemas {
  const shown = new Set<Schema>()
  for (const { schema, example } of contentsOf(operations)) show(schema, example)
  for (const schema of Object.values(schemas)) show(schema, (schema.examples as unknown[] | undefined)?.[0])
  return mapEach(schemas, (schema) => {
    const { properties } = schema
    if (!properties) return schema
    return {
      ...schema,
      properties: mapEach(properties as Schemas, (one) => (shown.has(one) ? withoutExamples(one) : one)),
    }
  })

  /** Marks each field that the value fills in, however deep. */
  function show(schema: Schema, value: unknown): void {
    const { $ref, anyOf = [], allOf = [], items, properties = {} } = schema
    const named = typeof $ref === 'string' ? schemas[$ref.split('/').at(-1) ?? ''] : undefined
    for (const part of [named ?? [], anyOf, allOf].flat() as Schema[]) show(part, value)
    if (Array.isArray(value)) for (const one of value) show((items ?? {}) as Schema, one)
    for (const [name, field] of Object.entries(properties as Schemas)) {
      const part = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
      if (isEmpty(part)) continue
      shown.add(field)
      show(field, part)
    }
  }
}

function contentsOf(part: unknown): Content[] {
  if (typeof part !== 'object' || part === null) return []
  return 'schema' in part && 'example' in part ? [part as Content] : Object.values(part).flatMap(contentsOf)
}

/** Null, an empty text, list or object shows nothing of what else could stand there. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === ''
}

function withoutExamples(schema: Schema): Schema {
  const { examples: _, ...rest } = schema
  return rest
}

function mapEach(schemas: Schemas, change: (schema: Schema) => Schema): Schemas {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
}
