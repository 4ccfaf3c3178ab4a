import type { Locale } from './locales.ts'

/** Own words for dates. The patterns take `{weekday}`, `{day}`, `{month}`, `{year}`. */
export type DateWords = {
  /** Monday first, as ISO 8601 counts. */
  readonly weekdays: readonly [string, string, string, string, string, string, string]
  // oxfmt-ignore
  readonly months: readonly [string, string, string, string, string, string, string, string, string, string, string, string]
  readonly date: string
  readonly dateWithYear: string
  /** The word before the last of several things, as in "09:00, 10:00 and 11:00". */
  readonly and: string
}

const papiamentu: DateWords = {
  weekdays: ['djaluna', 'djamars', 'djarason', 'djaweps', 'djabièrnè', 'djasabra', 'djadumingu'],
  // oxfmt-ignore
  months: ['yanüari', 'febrüari', 'mart', 'aprel', 'mei', 'yüni', 'yüli', 'ougùstùs', 'sèptèmber', 'òktober', 'novèmber', 'desèmber'],
  date: '{weekday} {day} di {month}',
  dateWithYear: '{weekday} {day} di {month} {year}',
  and: 'i',
}

/** The languages whose dates Intl does not know, or words otherwise than sentences need. */
export const dateWords: Partial<Record<Locale, DateWords>> = {
  // Intl writes "Thursday, 3 December 2026" with a comma, which breaks the sentence the date stands in.
  en: {
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    // oxfmt-ignore
    months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
    date: '{weekday} {day} {month}',
    dateWithYear: '{weekday} {day} {month} {year}',
    and: 'and',
  },
  'pap-CW': papiamentu,
  'pap-BQ': papiamentu,
  // Aruba writes by etymology.
  'pap-AW': {
    ...papiamentu,
    weekdays: ['dialuna', 'diamars', 'diarazon', 'diahuebs', 'diabierna', 'diasabra', 'diadomingo'],
    // oxfmt-ignore
    months: ['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'october', 'november', 'december'],
    and: 'y',
  },
}
