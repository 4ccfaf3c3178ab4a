import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import { intakeDetailNames } from '#/slices/appointment-facts/appointment-facts.ts'
import { readLocale } from '#/locales/read-locale.ts'
import type { IntakeBody } from '#/slices/appointments/appointment-input.ts'
import { isTimeZone } from '#/slices/holders/holders.ts'
import { ImportError, type RowFault, type RowWarning, type RowWork } from '#/app/import/import-row.ts'
import { dayIn, instantIn, timeReader, withOffset, type TimeReader } from '#/import-files/local-time.ts'
import { columnsOf, textReader, type Mapping, type Text } from './mapping.ts'

export type RowMapperOptions = {
  readonly mapping: Mapping
  readonly header: readonly string[]
  readonly sourceSystem: string
  /** Zone of rows whose mapping names none. */
  readonly timezone: string | null
}

/** What a mapping makes of the cells of a row. */
export type RowMapper = {
  toWork(cells: readonly string[], shiftWeeks: number): RowWork
  /** Local day on which the row begins; null when it cannot be read. */
  startDay(cells: readonly string[]): string | null
}

/**
 * Binds a mapping to the header of a file.
 *
 * @throws ImportError when a column is missing or named twice, or no time zone is given
 */
export function rowMapper({ mapping, header, sourceSystem, timezone }: RowMapperOptions): RowMapper {
  checkColumns(mapping, header)
  if (!mapping.timezone && timezone === null) {
    throw new ImportError('Say which time zone the appointments are in: "timezone" in the mapping, or --timezone.')
  }
  if (mapping.defaultCountry !== undefined && !isSupportedCountry(mapping.defaultCountry)) {
    throw new ImportError('defaultCountry in the mapping is not a country with telephone numbers.')
  }
  const text = (source: Text | undefined) => (source ? textReader(source, header) : () => '')
  const read = {
    id: text(mapping.externalAppointmentId),
    startsAt: text(mapping.startsAt),
    endsAt: text(mapping.endsAt),
    duration: text(mapping.durationMinutes),
    timezone: mapping.timezone ? text(mapping.timezone) : () => timezone ?? '',
    displayName: text(mapping.recipient.displayName),
    email: text(mapping.recipient.email),
    phone: text(mapping.recipient.phoneNumberE164),
    language: text(mapping.recipient.locale),
    details: intakeDetailNames.map((name) => [name, text(mapping[name])] as const),
  }
  const readStart = timeReader(mapping.startsAt.format)
  const readEnd = mapping.endsAt ? timeReader(mapping.endsAt.format) : null
  const isCancelled = cancellationReader(mapping, header)

  function toWork(cells: readonly string[], shiftWeeks: number): RowWork {
    const faults: RowFault[] = []
    const fault = (field: string, reason: string): null => {
      faults.push({ field, reason })
      return null
    }
    const externalAppointmentId = read.id(cells)
    if (externalAppointmentId === '') fault('externalAppointmentId', 'is empty')
    else if (isCancelled(cells)) return { kind: 'cancel', body: { sourceSystem, externalAppointmentId } }
    const displayName = read.displayName(cells)
    if (displayName === '') fault('recipient.displayName', 'is empty')
    const span = spanOf(cells, shiftWeeks, fault)
    const contact = contactOf(cells, fault)
    const typedLanguage = read.language(cells)
    const locale = readLocale(typedLanguage)
    if (span === null || faults.length > 0) return { kind: 'reject', faults }
    const body = {
      sourceSystem,
      externalAppointmentId,
      ...given(read.details.map(([name, readText]) => [name, readText(cells)])),
      ...span,
      recipient: { displayName, ...contact, ...given([['locale', locale ?? '']]) },
    }
    return { kind: 'submit', body, ...(typedLanguage !== '' && locale === null ? { warnings: [languageUnknown] } : {}) }
  }

  function spanOf(cells: readonly string[], shiftWeeks: number, fault: AddFault): Span | null {
    const zone = read.timezone(cells)
    if (!isTimeZone(zone)) return fault('timezone', 'is not a known IANA time zone')
    const startsAt = moment(read.startsAt(cells), readStart, zone, shiftWeeks, 'startsAt', fault)
    if (startsAt === null) return null
    const endsAt = readEnd
      ? moment(read.endsAt(cells), readEnd, zone, shiftWeeks, 'endsAt', fault)
      : afterMinutes(startsAt, read.duration(cells), fault)
    return endsAt === null
      ? null
      : { startsAt: withOffset(startsAt, zone), endsAt: withOffset(endsAt, zone), timezone: zone }
  }

  function contactOf(cells: readonly string[], fault: AddFault) {
    const email = read.email(cells)
    const typed = read.phone(cells)
    if (typed === '') {
      if (email === '') fault('recipient', 'has neither an e-mail address nor a telephone number')
      return given([['email', email]])
    }
    const number = parsePhoneNumberFromString(typed, mapping.defaultCountry as CountryCode | undefined)
    if (!number?.isValid()) fault('recipient.phoneNumberE164', notANumber(mapping.defaultCountry))
    return given([
      ['email', email],
      ['phoneNumberE164', number?.number ?? ''],
    ])
  }

  return {
    toWork,
    startDay(cells) {
      const zone = read.timezone(cells)
      const time = readStart(read.startsAt(cells))
      return time && isTimeZone(zone) ? dayIn(time, zone) : null
    },
  }
}

type AddFault = (field: string, reason: string) => null
type Span = Pick<IntakeBody, 'startsAt' | 'endsAt' | 'timezone'>

const languageUnknown: RowWarning = {
  code: 'LANGUAGE_UNKNOWN',
  path: 'recipient.locale',
  message: 'This is not a language of ours, so the row says none. Write its tag, such as nl or de.',
}

function checkColumns(mapping: Mapping, header: readonly string[]): void {
  for (const [column, field] of columnsOf(mapping)) {
    const count = header.filter((name) => name === column).length
    if (count === 0) {
      throw new ImportError(
        `The file has no column "${column}", which ${field} needs; it has ${header.map((name) => `"${name}"`).join(', ')}.`,
      )
    }
    if (count > 1) throw new ImportError(`The file has ${count} columns "${column}", so ${field} cannot be read.`)
  }
}

function cancellationReader(mapping: Mapping, header: readonly string[]): (cells: readonly string[]) => boolean {
  if (!mapping.cancelled) return () => false
  const read = textReader({ column: mapping.cancelled.column }, header)
  const values = new Set(mapping.cancelled.values.map((value) => value.trim().toLowerCase()))
  return (cells) => values.has(read(cells).toLowerCase())
}

function moment(
  text: string,
  read: TimeReader,
  zone: string,
  shiftWeeks: number,
  field: string,
  fault: AddFault,
): number | null {
  if (text === '') return fault(field, 'is empty')
  const time = read(text)
  if (time === null) return fault(field, 'is not a date and time in the format of the mapping')
  return (
    instantIn(time, zone, shiftWeeks) ?? fault(field, 'is a time the clock skips on that day (start of summer time)')
  )
}

/** Minutes that pass, not wall-clock minutes: a treatment takes as long on the night the clock changes. */
function afterMinutes(startMs: number, text: string, fault: AddFault): number | null {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) return fault('durationMinutes', 'is not a whole number of minutes')
  return startMs + Number(text) * 60_000
}

function notANumber(country: string | undefined): string {
  return country === undefined
    ? 'is not a telephone number with its country code, such as +31612345678'
    : `is not a telephone number of ${country} or one with its country code`
}

/** The texts that are not empty. */
function given<N extends string>(texts: readonly (readonly [name: N, text: string])[]): { [K in N]?: string } {
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as { [K in N]?: string }
}
