import type { TextFact } from '../../form/text-facts.ts'
import { orderOf, type DayOrder } from '#/import-files/local-time.ts'

/** Texts of an appointment that a file can have: headings, as `plain` spells them, and how long a text may be. */
export const textColumns: Readonly<Record<TextFact, { readonly headings: string; readonly maxLength: number }>> = {
  title: {
    headings:
      'title subject description treatment service summary titel onderwerp omschrijving behandeling dienst betreff beschreibung behandlung leistung',
    maxLength: 120,
  },
  locationLabel: {
    headings: 'place location locationlabel address plaats locatie adres vestiging ort standort adresse',
    maxLength: 200,
  },
}
const textNames = Object.keys(textColumns) as readonly TextFact[]

/** A text of each. */
export function ofTextColumns<Value>(valueOf: (name: TextFact) => Value): Readonly<Record<TextFact, Value>> {
  return Object.fromEntries(textNames.map((name) => [name, valueOf(name)])) as Record<TextFact, Value>
}

const ownFields = ['name', 'infix', 'surname', 'phone', 'email', 'day', 'time', 'end', 'minutes'] as const

/** What a column of a file can hold, in the order of the form. */
export const fields = [...ownFields, ...textNames, 'language'] as const
export type Field = (typeof fields)[number]

/** Which column each field is read from, by its index; null for none. */
export type Columns = Readonly<Record<Field, number | null>>

/** Known headings in Dutch, English and German, as `plain` spells them. */
const names: Readonly<Record<Field, string>> = {
  name: 'name naam fullname volledigenaam displayname patient patientnaam patientname client clientnaam clientname klant klantnaam customer customername recipient ontvanger kunde kundenname patientenname',
  infix: 'tussenvoegsel tussenvoegsels voorvoegsel voorvoegsels infix surnameprefix vorsatzwort namensvorsatz',
  surname: 'surname lastname familyname achternaam familienaam nachname familienname',
  phone:
    'phone phonenumber phonenumbere164 mobile mobilenumber mobilephone cell cellphone tel telephone telefoon telefoonnummer telnr mobiel mobielnummer mobieletelefoon gsm 06nummer telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon',
  email: 'email mail emailaddress mailaddress emailadres mailadres emailadresse mailadresse',
  day: 'startsat start starts startdate startdatetime datetime date day appointmentdate begin begint aanvang datum dag startdatum afspraakdatum datumentijd datumtijd datetijd beginn tag termin termindatum datumuhrzeit',
  time: 'time starttime from tijd tijdstip starttijd begintijd van aanvangstijd uhrzeit zeit startzeit anfangszeit von',
  end: 'endsat end ends endtime enddatetime to until einde eind eindtijd tot eindigt ende endzeit bis',
  minutes: 'minutes duration durationminutes length minuten duur duurminuten dauer dauerminuten',
  ...ofTextColumns((name) => textColumns[name].headings),
  language: 'language locale lang taal voorkeurstaal sprache',
}

const firstNames = 'firstname givenname voornaam roepnaam vorname voorletters initialen initials'

/** The columns recognized by their headings. */
export function columnsOf(header: readonly string[]): Columns {
  const spelled = header.map((name) => plain(name))
  const find = (headings: string) => {
    const index = headings
      .split(' ')
      .map((name) => spelled.indexOf(name))
      .find((found) => found !== -1)
    return index ?? null
  }
  const columns = Object.fromEntries(fields.map((field) => [field, find(names[field])])) as Columns
  const first = find(firstNames)
  // Beside a first name, what is headed "Name" is often the last name alone.
  return first === null ? columns : { ...columns, name: first, surname: columns.surname ?? columns.name }
}

/** Whether the file's dates begin with the day or the month. */
export function dayOrderOf({ day }: Columns, rows: readonly (readonly string[])[]): DayOrder {
  return day === null ? 'dmy' : orderOf(rows.map((cells) => cells[day] ?? ''))
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
