/** What a text is for, which decides how long it may be and which characters it may hold. */
export type TextUse = 'sms' | 'subject' | 'label' | 'text'

/** A text in English with what a translator has to know about it. */
export type SourceText<Text extends string = string> = {
  readonly use: TextUse
  /** ICU MessageFormat. */
  readonly text: Text
  /** Where it appears, in English. */
  readonly about: string
}

/** A text message, or part of one. */
export const sms = entry('sms')

/** The subject of a mail, or the title of a page in the tab of a browser. */
export const subject = entry('subject')

/** A word or two: a label, a button, a heading, the name of a value. */
export const label = entry('label')

/** A sentence or several in a mail or on a page. */
export const text = entry('text')

function entry<Use extends TextUse>(use: Use) {
  return <const Text extends string>(source: Text, about: string) => ({ use, text: source, about })
}

/**
 * Every argument of the texts and what is filled in for it. `count` and `minutes` are numbers, by which plurals choose;
 * the others are texts.
 */
export const argumentMeanings = {
  holder: 'name of the practice or organization, in any script, such as Praktijk De Linde',
  when: 'one or more days with times, in a text message with the place, such as "Thursday 3 December at 14:30, Lindelaan 12"',
  count: 'number of appointments, 1 or more',
  date: 'a day as a calendar writes it, with weekday and month in their basic form, such as "Thursday 3 December"',
  times: 'one or more times of day, such as "14:30" or "09:00 and 14:30"',
  time: 'a time of day, such as "14:30"',
  start: 'a time of day, such as "14:30"',
  end: 'a time of day, such as "15:00"; with its day when that is another',
  detail: 'title or place of one of several appointments',
  place: 'address or name of a place, in any script',
  link: 'a web address; keep a space or the end of the text after it',
  name: 'name of a person, of a calendar service or of an account, in any script',
  calendar: 'name that somebody gave a calendar',
  zone: 'city and difference from UTC, such as "Amsterdam (UTC+1)"',
  code: 'a sign-in code of digits',
  minutes: 'number of minutes',
  host: 'name of a web site, such as app.tijdig.example',
} as const

export type ArgumentName = keyof typeof argumentMeanings

/** What is filled in for each argument that an English pattern names. */
export type ArgumentsOf<Text extends string> = {
  readonly [Name in NamesIn<Text>]: Name extends 'count' | 'minutes' ? number : string
}

type NamesIn<Text extends string> = Text extends `${string}{${infer Rest}` ? NameAt<Rest> | NamesIn<Rest> : never

type NameAt<Rest extends string> = {
  [Name in ArgumentName]: Rest extends `${Name}}${string}` | `${Name},${string}` ? Name : never
}[ArgumentName]
