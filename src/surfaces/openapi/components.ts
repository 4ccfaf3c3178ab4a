import { isDeepStrictEqual } from 'node:util'
import { extendedObject, ownWords } from '#/kernel/schema.ts'

type Schema = Readonly<Record<string | symbol, unknown>>

/** The schemas of a document, all named, so that client generators never have to invent a name. */
export type Components = {
  /** All that were referred to, in the order of their names. */
  schemas(): Readonly<Record<string, Schema>>
  /**
   * Every object, enumeration and titled schema becomes a component: under its own title, else under the name of where it
   * first stands (`HolderAppointment.recipient` is `HolderAppointmentRecipient`).
   *
   * @returns the schema with references in place of its components
   * @throws Error when two different schemas have one name, or an object has a field otherwise than the one it extends
   */
  refer(schema: unknown, name: string): Schema
  /** The same for what a request carries, which stays closed: an object that only answers have may get new fields. */
  referSent(schema: unknown, name: string): Schema
  /** Adds an example to the component that a schema refers to, unless it has one. @returns false when it refers to none */
  show(reference: Schema, example: unknown): boolean
}

export function createComponents(): Components {
  const known = new Map<string, { readonly schema: Schema; readonly shape: string }>()
  const namesByShape = new Map<string, string>()
  const sent = new Set<string>()

  function refer(given: unknown, name: string): Schema {
    const schema = given as Schema
    const types = schema.type
    if (Array.isArray(types) && types.includes('null')) return orNull(schema, types, name)
    if (isMap(schema)) return refer(asMap(schema), name)
    const own = typeof schema.title === 'string' ? schema.title : name
    const resolved = extendedObject in schema ? extension(schema, own) : withChildren(schema, own)
    return isNamed(schema) ? register(own, resolved) : resolved
  }

  /** `null` goes beside the reference: a nullable component would be another type. */
  function orNull(schema: Schema, types: readonly unknown[], name: string): Schema {
    const type = types.find((one) => one !== 'null')
    const values = schema.enum as readonly unknown[] | undefined
    const plain = { ...schema, type, ...(values && { enum: values.filter((value) => value !== null) }) }
    const referred = refer(plain, name)
    if (!('$ref' in referred)) return withChildren(schema, name)
    const { $ref, ...beside } = referred
    return { anyOf: [{ $ref }, { type: 'null' }], ...beside }
  }

  function withChildren(schema: Schema, name: string): Schema {
    // OpenAPI would take component names as discriminator values; the variants' constants tell them apart.
    const { discriminator: _, ...rest } = schema
    const { properties, items, oneOf, anyOf, additionalProperties, propertyNames } = schema
    return {
      ...rest,
      ...(properties ? { properties: referEach(properties as Schema, name) } : {}),
      ...(items ? { items: refer(items, singular(name)) } : {}),
      ...(isSchema(additionalProperties) ? { additionalProperties: refer(additionalProperties, `${name}Value`) } : {}),
      ...(propertyNames ? { propertyNames: refer(propertyNames, `${name}Name`) } : {}),
      ...(oneOf ? { oneOf: (oneOf as Schema[]).map((one) => refer(one, variantName(one, name))) } : {}),
      ...(anyOf ? { anyOf: (anyOf as Schema[]).map((one) => refer(one, variantName(one, name))) } : {}),
    }
  }

  /** What an object has besides another one: generators make it a type that extends the other's. */
  function extension({ [extendedObject]: extended, ...schema }: Schema, name: string): Schema {
    const base = extended as Schema
    const inherited = base.properties as Schema
    const { properties, required, ...rest } = schema
    const fields = Object.entries(properties as Schema)
    const changed = fields.find(([key, one]) => key in inherited && !isDeepStrictEqual(one, inherited[key]))
    if (changed) throw new Error(`${name}.${changed[0]} is not what it is in the object that ${name} extends`)
    const added = Object.fromEntries(fields.filter(([key]) => !(key in inherited)))
    const needed = (required as string[]).filter((key) => key in added)
    return { ...withChildren({ ...rest, properties: added }, name), allOf: [refer(base, name)], required: needed }
  }

  function referEach(properties: Schema, name: string): Schema {
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, refer(one, name + pascalCase(key))]))
  }

  /** What belongs to this use, such as a description or a default, goes beside the reference. */
  function register(proposed: string, schema: Schema): Schema {
    const { title, default: byDefault, description, examples, ...plain } = schema
    const own = (ownWords in schema ? schema[ownWords] : { description, examples }) as Words
    const component: Schema = { ...plain, ...given(own) }
    const shape = shapeOf(component)
    // A schema without a title gets the name of the first one with the same shape.
    const name = title === undefined ? (namesByShape.get(shape) ?? proposed) : proposed
    const before = known.get(name)
    if (before && before.shape !== shape) throw new Error(`Two different schemas are named ${name}: give one a title`)
    if (!before) known.set(name, { schema: component, shape })
    if (!namesByShape.has(shape)) namesByShape.set(shape, name)
    const said = (before?.schema ?? component) as Words
    return {
      $ref: `#/components/schemas/${name}`,
      ...given({
        description: description === said.description ? undefined : description,
        examples: ownWords in schema && examples !== own.examples ? examples : undefined,
      }),
      ...(byDefault === undefined ? {} : { default: byDefault }),
    }
  }

  function referSent(schema: unknown, name: string): Schema {
    const referred = refer(schema, name)
    markSent(referred)
    return referred
  }

  function markSent(part: unknown): void {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (sent.has(name)) continue
      sent.add(name)
      markSent(known.get(name)?.schema)
    }
  }

  function published(name: string, schema: Schema): Schema {
    const { additionalProperties, ...open } = schema
    return additionalProperties === false && !sent.has(name) ? open : schema
  }

  function show({ $ref }: Schema, example: unknown): boolean {
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
    const component = known.get(name)
    if (!component) return false
    known.set(name, { ...component, schema: { examples: [example], ...component.schema } })
    return true
  }

  return {
    schemas: () =>
      Object.fromEntries(
        [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, published(name, schema)]),
      ),
    refer,
    referSent,
    show,
  }
}

type Words = { readonly description?: unknown; readonly examples?: unknown }

function given({ description, examples }: Words): Schema {
  return { ...(description === undefined ? {} : { description }), ...(examples === undefined ? {} : { examples }) }
}

function isNamed({ title, properties, propertyNames, enum: values }: Schema): boolean {
  return title !== undefined || properties !== undefined || propertyNames !== undefined || values !== undefined
}

/** Whether an object has optional names whose values are all alike, such as a text per language. */
function isMap({ properties, required }: Schema): boolean {
  const [first, ...others] = Object.values((properties ?? {}) as Record<string, Schema>)
  if (first?.description !== undefined || required !== undefined || others.length === 0) return false
  return others.every((one) => isDeepStrictEqual(one, first))
}

/** The same object with one schema for its names and one for its values. */
function asMap({ properties, ...schema }: Schema): Schema {
  const [value] = Object.values(properties as Schema)
  const propertyNames = { type: 'string', enum: Object.keys(properties as Schema) }
  return { ...schema, propertyNames, additionalProperties: value }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

/** Equal for schemas of the same type: everything but description and examples, in any order. */
function shapeOf(schema: Schema): string {
  const shape = Object.entries(schema).filter(([keyword]) => keyword !== 'description' && keyword !== 'examples')
  return JSON.stringify(shape.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Names a variant by the constant it carries, such as `mode: "kvk"`. */
function variantName(variant: Schema, name: string): string {
  const properties = Object.values((variant.properties ?? {}) as Record<string, Schema>)
  const constant = properties.map((one) => one.const).find((value) => typeof value === 'string')
  return typeof constant === 'string' ? name + pascalCase(constant) : name
}

/** An item of `HolderOnboardingSteps` is a `HolderOnboardingStep`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -'ies'.length)}y`
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`
}

export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
