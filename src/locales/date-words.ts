import type { Locale } from './locales.ts'

type Week<Name> = readonly [Name, Name, Name, Name, Name, Name, Name]
type Year<Name> = readonly [Name, Name, Name, Name, Name, Name, Name, Name, Name, Name, Name, Name]

/** Own words for dates. The patterns take `{weekday}`, `{day}`, `{month}` and `{year}`. */
export type DateWords = {
  /** Monday first, as ISO 8601 counts. */
  readonly weekdays: Week<string>
  readonly months: Year<string>
  readonly shortWeekdays: Week<string>
  readonly shortMonths: Year<string>
  readonly date: string
  readonly dateWithYear: string
  /** What precedes the last item of a list, as in "09:00, 10:00 and 11:00". */
  readonly and: string
}

/** Curaçao and Bonaire spell by sound. Names by CLDR. */
// oxfmt-ignore
const papiamentu: DateWords = {
  weekdays: ['djaluna', 'djamars', 'djarason', 'djaweps', 'djabièrnè', 'djasabra', 'djadumingu'],
  months: ['yanüari', 'febrüari', 'mart', 'aprel', 'mei', 'yüni', 'yüli', 'ougùstùs', 'sèptèmber', 'òktober', 'novèmber', 'desèmber'],
  shortWeekdays: ['djal', 'djam', 'djar', 'djaw', 'djab', 'djas', 'djad'],
  shortMonths: ['yan', 'feb', 'mrt', 'apr', 'mei', 'yün', 'yül', 'oug', 'sèp', 'òkt', 'nov', 'des'],
  date: '{weekday} {day} di {month}',
  dateWithYear: '{weekday} {day} di {month} {year}',
  and: ' i ',
}

/**
 * Languages whose dates browsers lack (Irish, Maltese and Punjabi in Gurmukhi: Node's ICU has them, Chromium writes
 * them in English) or nobody has (Papiamento), so that server and browser use the same words; and Lithuanian, whose
 * short dates are the numbers 06-01 to Intl, which its neighbours read as the sixth of January.
 */
// oxfmt-ignore
export const dateWords: Partial<Record<Locale, DateWords>> = {
  ga: {
    weekdays: ['Dé Luain', 'Dé Máirt', 'Dé Céadaoin', 'Déardaoin', 'Dé hAoine', 'Dé Sathairn', 'Dé Domhnaigh'],
    months: ['Eanáir', 'Feabhra', 'Márta', 'Aibreán', 'Bealtaine', 'Meitheamh', 'Iúil', 'Lúnasa', 'Meán Fómhair', 'Deireadh Fómhair', 'Samhain', 'Nollaig'],
    shortWeekdays: ['Luan', 'Máirt', 'Céad', 'Déar', 'Aoine', 'Sath', 'Domh'],
    shortMonths: ['Ean', 'Feabh', 'Márta', 'Aib', 'Beal', 'Meith', 'Iúil', 'Lún', 'MFómh', 'DFómh', 'Samh', 'Noll'],
    date: '{weekday} {day} {month}',
    dateWithYear: '{weekday} {day} {month} {year}',
    and: ' agus ',
  },
  lt: {
    weekdays: ['pirmadienis', 'antradienis', 'trečiadienis', 'ketvirtadienis', 'penktadienis', 'šeštadienis', 'sekmadienis'],
    months: ['sausio', 'vasario', 'kovo', 'balandžio', 'gegužės', 'birželio', 'liepos', 'rugpjūčio', 'rugsėjo', 'spalio', 'lapkričio', 'gruodžio'],
    shortWeekdays: ['pirm.', 'antr.', 'treč.', 'ketv.', 'penkt.', 'šešt.', 'sekm.'],
    shortMonths: ['saus.', 'vas.', 'kovo', 'bal.', 'geg.', 'birž.', 'liep.', 'rugp.', 'rugs.', 'spal.', 'lapkr.', 'gruod.'],
    date: '{month} {day} d., {weekday}',
    dateWithYear: '{year} m. {month} {day} d., {weekday}',
    and: ' ir ',
  },
  mt: {
    weekdays: ['It-Tnejn', 'It-Tlieta', 'L-Erbgħa', 'Il-Ħamis', 'Il-Ġimgħa', 'Is-Sibt', 'Il-Ħadd'],
    months: ['Jannar', 'Frar', 'Marzu', 'April', 'Mejju', 'Ġunju', 'Lulju', 'Awwissu', 'Settembru', 'Ottubru', 'Novembru', 'Diċembru'],
    shortWeekdays: ['Tne', 'Tli', 'Erb', 'Ħam', 'Ġim', 'Sib', 'Ħad'],
    shortMonths: ['Jan', 'Fra', 'Mar', 'Apr', 'Mej', 'Ġun', 'Lul', 'Aww', 'Set', 'Ott', 'Nov', 'Diċ'],
    date: "{weekday}, {day} ta' {month}",
    dateWithYear: "{weekday}, {day} ta' {month} {year}",
    and: ' u ',
  },
  'pa-Guru': {
    weekdays: ['ਸੋਮਵਾਰ', 'ਮੰਗਲਵਾਰ', 'ਬੁੱਧਵਾਰ', 'ਵੀਰਵਾਰ', 'ਸ਼ੁੱਕਰਵਾਰ', 'ਸ਼ਨੀਵਾਰ', 'ਐਤਵਾਰ'],
    months: ['ਜਨਵਰੀ', 'ਫ਼ਰਵਰੀ', 'ਮਾਰਚ', 'ਅਪ੍ਰੈਲ', 'ਮਈ', 'ਜੂਨ', 'ਜੁਲਾਈ', 'ਅਗਸਤ', 'ਸਤੰਬਰ', 'ਅਕਤੂਬਰ', 'ਨਵੰਬਰ', 'ਦਸੰਬਰ'],
    shortWeekdays: ['ਸੋਮ', 'ਮੰਗਲ', 'ਬੁੱਧ', 'ਵੀਰਵਾਰ', 'ਸ਼ੁੱਕਰ', 'ਸ਼ਨੀ', 'ਐਤ'],
    shortMonths: ['ਜਨ', 'ਫ਼ਰ', 'ਮਾਰਚ', 'ਅਪ੍ਰੈ', 'ਮਈ', 'ਜੂਨ', 'ਜੁਲਾ', 'ਅਗ', 'ਸਤੰ', 'ਅਕਤੂ', 'ਨਵੰ', 'ਦਸੰ'],
    date: '{weekday}, {day} {month}',
    dateWithYear: '{weekday}, {day} {month} {year}',
    and: ' ਅਤੇ ',
  },
  'pap-CW': papiamentu,
  'pap-BQ': papiamentu,
  // Aruba spells by origin.
  'pap-AW': {
    ...papiamentu,
    weekdays: ['dialuna', 'diamars', 'diarazon', 'diahuebs', 'diabierna', 'diasabra', 'diadomingo'],
    months: ['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'october', 'november', 'december'],
    shortWeekdays: ['dial', 'diam', 'diar', 'diah', 'diab', 'dias', 'diad'],
    shortMonths: ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
    and: ' y ',
  },
}
