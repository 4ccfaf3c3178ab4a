import { Type, type Static, type TOptional } from 'typebox'
import { oneOf, strictObject } from '#/kernel/schema.ts'
import { intakeDetailNames } from '#/slices/appointment-facts/appointment-facts.ts'
import { faultsOf } from '#/surfaces/rest/api-error.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import { ImportError } from '#/app/import/import-row.ts'
import { timeReader } from '#/import-files/local-time.ts'
import { encodings } from '#/import-files/text-of.ts'

const textFields = {
  column: Type.Optional(Type.String({ minLength: 1, description: 'Name of a column.' })),
  template: Type.Optional(
    Type.String({ minLength: 1, description: 'Text with columns in it: `{first_name} {infix} {last_name}`.' }),
  ),
  value: Type.Optional(
    Type.Unsafe<string | number>({ type: ['string', 'number'], description: 'The same text for every row.' }),
  ),
}

/** Where the text of a field comes from: exactly one of column, template and value. */
const Text = strictObject(textFields)
export type Text = Static<typeof Text>

/** A date and time of day: text and the format it is written in. */
const Time = strictObject({
  ...textFields,
  format: Type.String({ description: '`iso`, or a pattern such as `dd-MM-yyyy HH:mm`.' }),
})

const details = Object.fromEntries(intakeDetailNames.map((name) => [name, Type.Optional(Text)])) as Record<
  (typeof intakeDetailNames)[number],
  TOptional<typeof Text>
>

/** The mapping file: how the columns of a CSV file become the fields of an intake. */
export const Mapping = strictObject({
  externalAppointmentId: Text,
  startsAt: Time,
  endsAt: Type.Optional(Time),
  durationMinutes: Type.Optional(Text),
  timezone: Type.Optional(Text),
  recipient: strictObject({
    displayName: Text,
    email: Type.Optional(Text),
    phoneNumberE164: Type.Optional(Text),
    locale: Type.Optional(Text),
  }),
  ...details,
  /** Rows that cancel their appointment: those whose column has one of these values, in whatever case. */
  cancelled: Type.Optional(
    strictObject({
      column: Type.String({ minLength: 1 }),
      values: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
    }),
  ),
  /** Country whose national telephone numbers are read; without it numbers need their country code. */
  defaultCountry: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  /** Moves every date by whole weeks: by `weeks`, or so that the earliest falls in next week. */
  shift: Type.Optional(
    strictObject({
      weeks: Type.Optional(Type.Integer({ minimum: -5_000, maximum: 5_000 })),
      firstWeek: Type.Optional(oneOf(['next'])),
    }),
  ),
  delimiter: Type.Optional(oneOf([',', ';', '\t', '|'])),
  encoding: Type.Optional(oneOf(encodings)),
})
export type Mapping = Static<typeof Mapping>

/**
 * Reads a mapping file.
 *
 * @throws ImportError with every fault in one sentence
 */
export function parseMapping(json: string): Mapping {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw new ImportError(`The mapping is not valid JSON: ${(cause as SyntaxError).message}.`, { cause })
  }
  if (!isMapping(value)) {
    const { details } = faultsOf((isMapping.errors ?? []) as Parameters<typeof faultsOf>[0], 'body')
    throw new ImportError(
      `The mapping does not fit: ${details.map((fault) => `${fault.path} ${fault.message}`).join('; ')}.`,
    )
  }
  const faults = mappingFaults(value)
  if (faults.length > 0) throw new ImportError(`The mapping does not fit: ${faults.join('; ')}.`)
  return value
}

const isMapping = ajv.compile<Mapping>(Mapping)

/** Faults that the schema cannot express. */
function mappingFaults(mapping: Mapping): string[] {
  const faults = textsOf(mapping).flatMap(([field, text]) => {
    const given = [text.column, text.template, text.value].filter((source) => source !== undefined)
    return given.length === 1 ? [] : [`${field} needs exactly one of column, template and value`]
  })
  if ((mapping.endsAt === undefined) === (mapping.durationMinutes === undefined)) {
    faults.push('exactly one of endsAt and durationMinutes is needed')
  }
  if (mapping.shift && (mapping.shift.weeks === undefined) === (mapping.shift.firstWeek === undefined)) {
    faults.push('shift needs exactly one of weeks and firstWeek')
  }
  for (const field of ['startsAt', 'endsAt'] as const) {
    const format = mapping[field]?.format
    if (format === undefined) continue
    try {
      timeReader(format)
    } catch (error) {
      faults.push(`${field}.format: ${(error as RangeError).message}`)
    }
  }
  return faults
}

function textsOf(mapping: Mapping): [field: string, text: Text][] {
  const { recipient, externalAppointmentId, startsAt, endsAt, durationMinutes, timezone } = mapping
  const all = [
    ...Object.entries({ externalAppointmentId, startsAt, endsAt, durationMinutes, timezone }),
    ...intakeDetailNames.map((name) => [name, mapping[name]] as const),
    ...Object.entries(recipient).map(([name, text]) => [`recipient.${name}`, text] as const),
  ]
  return all.flatMap(([field, text]) => (text === undefined ? [] : [[field, text]]))
}

/** Columns the mapping names, each with the field that needs it. */
export function columnsOf(mapping: Mapping): [column: string, field: string][] {
  const named = textsOf(mapping).flatMap(([field, { column, template }]): [string, string][] =>
    column === undefined ? placeholders(template ?? '').map((name) => [name, field]) : [[column, field]],
  )
  return mapping.cancelled ? [...named, [mapping.cancelled.column, 'cancelled']] : named
}

const placeholder = /\{([^{}]+)\}/g

function placeholders(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name)
}

/** The text of a field for a row; the columns were checked against the header before. */
export function textReader(text: Text, header: readonly string[]): (cells: readonly string[]) => string {
  const cell = (cells: readonly string[], column: string) => cells[header.indexOf(column)]?.trim() ?? ''
  const { column, template, value } = text
  if (column !== undefined) return (cells) => cell(cells, column)
  if (template === undefined) return () => String(value ?? '').trim()
  // An empty cell leaves no second space between its neighbours.
  return (cells) =>
    template
      .replaceAll(placeholder, (_, name: string) => cell(cells, name))
      .replaceAll(/ +/g, ' ')
      .trim()
}

/** The mapping of a file whose columns are named after the fields of the intake; dates are ISO. */
export function mappingByName(header: readonly string[]): Mapping {
  const ifPresent = <N extends string>(...names: readonly N[]) => {
    const present = names.filter((name) => header.includes(name))
    const texts = present.map((name): [string, Text] => [name, { column: name }])
    return Object.fromEntries(texts) as { [K in N]?: Text }
  }
  const ends = header.includes('endsAt') || !header.includes('durationMinutes')
  return {
    externalAppointmentId: { column: 'externalAppointmentId' },
    startsAt: { column: 'startsAt', format: 'iso' },
    ...(ends ? { endsAt: { column: 'endsAt', format: 'iso' } } : ifPresent('durationMinutes')),
    ...ifPresent('timezone'),
    recipient: { displayName: { column: 'displayName' }, ...ifPresent('email', 'phoneNumberE164', 'locale') },
    ...ifPresent(...intakeDetailNames),
  }
}
