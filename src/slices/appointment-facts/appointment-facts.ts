import type { Static, TSchema } from 'typebox'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { ownFacts, recipientFacts, type Fact } from './table.ts'

/**
 * What a source or a member of staff says about an appointment. Each fact is defined once, in the table; the columns of
 * statements, what counts as a change, the schemas and values of the API, the copy and the erasure follow from it.
 */
export { isOtherPlace, isToldElsewhere, placeOf, placeSql, PlaceWords, type Place } from './place.ts'
export { ownFacts, recipientFacts, titleMaxLength, type Fact } from './table.ts'

/** When an appointment is. */
export type Schedule = {
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  /** Spelled as in the time-zone data, except in old rows. */
  readonly timezone: string
}
type DetailName = Exclude<keyof typeof ownFacts, keyof Schedule>

/** What else is said about it: texts, or nothing. */
export type Details = { readonly [Name in DetailName]: string | null }

export type RecipientFacts = { readonly recipientName: string } & {
  readonly [Name in Exclude<keyof typeof recipientFacts, 'recipientName'>]: string | null
}

export type AppointmentFacts = Details & Schedule & RecipientFacts
export type FactName = keyof AppointmentFacts

export const facts: Readonly<Record<FactName, Fact>> = { ...ownFacts, ...recipientFacts }
export const factNames = namesOf(facts)

/** The facts that messages use, as they are stored. */
export type FactsInMessages = Pick<
  AppointmentFacts,
  NameInMessage<typeof ownFacts> | NameInMessage<typeof recipientFacts>
>
type NameInMessage<Facts extends Table> = {
  [Name in keyof Facts]: Facts[Name]['inMessage'] extends null ? never : Name
}[keyof Facts]

/** Their columns of an appointment `a`. */
export const columnsInMessages = columnsOf(factNames.filter((name) => facts[name].inMessage !== null))

const scheduleNames: readonly string[] = ['startsAt', 'endsAt', 'timezone'] satisfies (keyof Schedule)[]
const detailNames = namesOf(ownFacts).filter((name): name is DetailName => !scheduleNames.includes(name))

type IntakeDetailName = Extract<NameIn<typeof ownFacts, 'intake'>, DetailName>

/** Details that source systems hand in: optional texts of an intake, and so of the file of an import. */
export const intakeDetailNames = detailNames.filter((name): name is IntakeDetailName => facts[name].intake !== null)

export function recipientOf(facts: AppointmentFacts): RecipientFacts {
  return Object.fromEntries(namesOf(recipientFacts).map((name) => [name, facts[name]])) as RecipientFacts
}

/** @param before the values of what is not given; null for none */
export function detailsOf(given: Partial<Details>, before: Details | null): Details {
  const valueOf = (name: DetailName) => (given[name] === undefined ? (before?.[name] ?? null) : given[name])
  return Object.fromEntries(detailNames.map((name) => [name, valueOf(name)])) as Details
}

type Use = 'input' | 'intake' | 'view' | 'recipientView' | 'copy'
type Table = Readonly<Record<string, Fact & { readonly field?: string }>>
type NameIn<Facts extends Table, U extends Use> = {
  [Name in keyof Facts]: Facts[Name][U] extends TSchema ? Name : never
}[keyof Facts]
type FieldsOf<Facts extends Table, U extends Use> = {
  [Name in NameIn<Facts, U> as Facts[Name] extends { field: infer Field extends string } ? Field : Name]: Extract<
    Facts[Name][U],
    TSchema
  >
}
type ValuesOf<Fields> = { [Name in keyof Fields]: Fields[Name] extends TSchema ? Static<Fields[Name]> : never }

/** The facts that show in one use, as they are stored. */
export type FactsIn<U extends Use> = Pick<
  AppointmentFacts,
  NameIn<typeof ownFacts, U> | NameIn<typeof recipientFacts, U>
>

/** The facts of a table that show in one use: their schemas, the columns of `a` to read, and their values in an answer. */
export function factsIn<Facts extends Table, U extends Use>(table: Facts, use: U) {
  const shown = Object.entries(table).flatMap(([name, fact]) => {
    const schema = fact[use]
    return schema === null ? [] : [{ name, field: fact.field ?? name, schema }]
  })
  return {
    fields: Object.fromEntries(shown.map(({ field, schema }) => [field, schema])) as FieldsOf<Facts, U>,
    columns: columnsOf(shown.map(({ name }) => name)),
    /** The example of each schema. */
    example: Object.fromEntries(
      shown.map(({ field, schema }) => [
        field,
        (schema as { readonly examples?: readonly unknown[] }).examples?.[0] ?? null,
      ]),
    ) as ValuesOf<FieldsOf<Facts, U>>,
    valuesOf(row: { readonly [Name in NameIn<Facts, U>]: unknown }) {
      const given = row as Readonly<Record<string, unknown>>
      const values: Record<string, unknown> = {}
      for (const { name, field } of shown) values[field] = textOf(given[name])
      return values as ValuesOf<FieldsOf<Facts, U>>
    },
  }
}

/** The name of a fact in the API, `recipient.email`. */
export function publicNameOf(name: FactName): string {
  const ofRecipient: Table = recipientFacts
  const { field } = ofRecipient[name] ?? {}
  return field === undefined ? name : `recipient.${field}`
}

/** The public names of the facts that an erasure empties. */
export const erasedFactNames = factNames.filter((name) => facts[name].whenErased !== 'kept').map(publicNameOf)

/** The columns of an appointment `a` for these names of ours. */
export function columnsOf(names: readonly string[]): string {
  return names.map((name) => `a.${columnOf(name)}`).join(', ')
}

const erased = { null: 'null', dash: `'–'` }

/** What an erasure sets of an appointment. */
export const erasedFactsSql = factNames
  .flatMap((name) => {
    const { whenErased } = facts[name]
    return whenErased === 'kept' ? [] : [`${columnOf(name)} = ${erased[whenErased]}`]
  })
  .join(', ')

function namesOf<Facts extends object>(table: Facts) {
  return Object.keys(table) as (keyof Facts & string)[]
}

function textOf(value: unknown): unknown {
  return value instanceof Temporal.Instant ? formatInstant(value) : value
}
