import type { Language } from './language.ts'

/** An appointment as the agent gets it in a list: name and time, no contact. */
export type SpokenAppointment = {
  readonly name: string
  readonly startsAt: Temporal.ZonedDateTime
  readonly isConfirmed: boolean
}

/** Most appointments in one answer. */
const toldMax = 8

/** What the twin agent says. */
export type Words = {
  readonly didNotUnderstand: string
  readonly help: (count: number) => string
  readonly cannot: string
  readonly noAnswer: string
  readonly failed: (message: string) => string
  readonly unsettled: string
  readonly onlyAPerson: string
  readonly nothingToConfirm: string
  readonly neverMind: string
  readonly goodbye: string
  readonly speechIsNotUnderstood: string
  readonly agenda: (found: readonly SpokenAppointment[], when: string, hasMore: boolean) => string
  readonly unconfirmed: (found: readonly SpokenAppointment[], when: string, hasMore: boolean) => string
  readonly upcoming: (found: readonly SpokenAppointment[]) => string
  readonly nobody: (name: string) => string
  readonly whose: string
  readonly which: (found: readonly SpokenAppointment[]) => string
  readonly toWhen: (appointment: SpokenAppointment) => string
  readonly toWhatTime: (day: Temporal.PlainDate) => string
  readonly inThePast: string
  readonly managedElsewhere: (appointment: SpokenAppointment) => string
  readonly why: (appointment: SpokenAppointment) => string
  readonly moveProposed: (
    appointment: SpokenAppointment,
    to: Temporal.ZonedDateTime,
    until: Temporal.ZonedDateTime,
  ) => string
  readonly cancelProposed: (appointment: SpokenAppointment, until: Temporal.ZonedDateTime) => string
  readonly requests: (count: number, hasMore: boolean) => string
  readonly day: (first: Temporal.PlainDate, count: number, today: Temporal.PlainDate) => string
  readonly comingWeek: string
}

const inWords = (locale: string) => {
  const dates = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const day = (date: Temporal.PlainDate) => dates.format(date.toZonedDateTime('UTC').epochMilliseconds)
  const time = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
  return { day, time }
}

function listed(lines: readonly string[], more: (count: number) => string, hasMore: boolean): string {
  const told = lines.slice(0, toldMax).map((line) => `\n- ${line}`)
  const left = lines.length - told.length
  return [...told, ...(left > 0 || hasMore ? [`\n${more(left)}`] : [])].join('')
}

function numbered(lines: readonly string[]): string {
  return lines
    .slice(0, toldMax)
    .map((line, index) => `\n${index + 1}. ${line}`)
    .join('')
}

function english(): Words {
  const { day, time } = inWords('en-GB')
  const at = (when: Temporal.ZonedDateTime) => `${day(when.toPlainDate())} at ${time(when)}`
  const line = ({ name, startsAt, isConfirmed }: SpokenAppointment) =>
    `${at(startsAt)}: ${name}${isConfirmed ? '' : ' (not confirmed)'}`
  const more = (count: number) => (count > 0 ? `and ${count} more.` : 'and more.')
  const waits = (until: Temporal.ZonedDateTime) =>
    `Nothing has changed yet: a person has to confirm it on the screen before ${time(until)}.`
  return {
    didNotUnderstand:
      "I did not understand that. Try: who is coming tomorrow, who has not confirmed, move Noor Jansen to Thursday ten o'clock, or cancel it.",
    help: (count) =>
      `I may do ${count} things here. Ask who is coming on a day, who has not confirmed, when somebody is coming or which requests are open; or tell me to move or cancel an appointment.`,
    cannot: 'I may not do that here.',
    noAnswer: 'The screen gave me no answer. Nothing was asked again; please try once more.',
    failed: (message) => `That did not work.${message === '' ? '' : ` ${message}`}`,
    unsettled: 'I do not know whether that was done. Look at the appointment first.',
    onlyAPerson: 'I cannot confirm it, and saying yes does not either: a person confirms it on the screen.',
    nothingToConfirm: 'There is nothing to confirm.',
    neverMind: 'All right, never mind.',
    goodbye: 'Goodbye.',
    speechIsNotUnderstood: 'I hear you, but here in the sandbox I understand no speech. Please type it.',
    agenda: (found, when, hasMore) =>
      found.length === 0
        ? `Nobody is coming ${when}.`
        : `${found.length === 1 ? 'One appointment' : `${found.length} appointments`} ${when}:${listed(found.map(line), more, hasMore)}`,
    unconfirmed: (found, when, hasMore) =>
      found.length === 0
        ? `Everybody has confirmed ${when}.`
        : `${found.length === 1 ? 'One has' : `${found.length} have`} not confirmed ${when}:${listed(
            found.map(({ name, startsAt }) => `${at(startsAt)}: ${name}`),
            more,
            hasMore,
          )}`,
    upcoming: (found) => `${found[0]?.name ?? ''}:${listed(found.map(line), more, false)}`,
    nobody: (name) => `I find no appointment to come of ${name}.`,
    whose: 'Whose appointment?',
    which: (found) => `Which one do you mean?${numbered(found.map(line))}`,
    toWhen: ({ name, startsAt }) => `To which day and time? ${name} now comes on ${at(startsAt)}.`,
    toWhatTime: (date) => `At what time on ${day(date)}?`,
    inThePast: 'That is in the past. Which day and time do you mean?',
    managedElsewhere: ({ name, startsAt }) =>
      `The appointment of ${name} on ${at(startsAt)} comes from another system: move it there.`,
    why: ({ name, startsAt }) =>
      `Why is the appointment of ${name} on ${at(startsAt)} cancelled: at the wish of the patient, by the practice, because it is a duplicate, or another reason?`,
    moveProposed: ({ name, startsAt }, to, until) =>
      `I have proposed to move ${name} from ${at(startsAt)} to ${at(to)}. ${waits(until)}`,
    cancelProposed: ({ name, startsAt }, until) =>
      `I have proposed to cancel the appointment of ${name} on ${at(startsAt)}. ${waits(until)}`,
    requests: (count, hasMore) =>
      count === 0
        ? 'No requests are waiting.'
        : `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'request waits' : 'requests wait'} for you.`,
    day: (first, count, today) => {
      const away = today.until(first).days
      if (count > 1) return away > 0 ? 'next week' : 'this week'
      return away === 0 ? 'today' : away === 1 ? 'tomorrow' : `on ${day(first)}`
    },
    comingWeek: 'in the coming seven days',
  }
}

function dutch(): Words {
  const { day, time } = inWords('nl-NL')
  const at = (when: Temporal.ZonedDateTime) => `${day(when.toPlainDate())} om ${time(when)}`
  const line = ({ name, startsAt, isConfirmed }: SpokenAppointment) =>
    `${at(startsAt)}: ${name}${isConfirmed ? '' : ' (niet bevestigd)'}`
  const more = (count: number) => (count > 0 ? `en nog ${count}.` : 'en nog meer.')
  const waits = (until: Temporal.ZonedDateTime) =>
    `Er is nog niets veranderd: iemand moet het vóór ${time(until)} op het scherm bevestigen.`
  return {
    didNotUnderstand:
      'Dat begreep ik niet. Probeer: wie komt er morgen, wie heeft niet bevestigd, verzet Noor Jansen naar donderdag tien uur, of annuleer die.',
    help: (count) =>
      `Ik mag hier ${count} dingen. Vraag wie er op een dag komt, wie niet heeft bevestigd, wanneer iemand komt of welke verzoeken er liggen; of laat me een afspraak verzetten of annuleren.`,
    cannot: 'Dat mag ik hier niet.',
    noAnswer: 'Het scherm gaf geen antwoord. Er is niets opnieuw gevraagd; probeer het nog eens.',
    failed: (message) => `Dat lukte niet.${message === '' ? '' : ` ${message}`}`,
    unsettled: 'Ik weet niet of dat is gebeurd. Kijk eerst naar de afspraak.',
    onlyAPerson: 'Ik kan het niet bevestigen, en ja zeggen doet dat ook niet: iemand bevestigt het op het scherm.',
    nothingToConfirm: 'Er is niets te bevestigen.',
    neverMind: 'Goed, laat maar.',
    goodbye: 'Tot ziens.',
    speechIsNotUnderstood: 'Ik hoor u, maar hier in de sandbox versta ik geen spraak. Typ het alstublieft.',
    agenda: (found, when, hasMore) =>
      found.length === 0
        ? `Er komt ${when} niemand.`
        : `${found.length === 1 ? 'Eén afspraak' : `${found.length} afspraken`} ${when}:${listed(found.map(line), more, hasMore)}`,
    unconfirmed: (found, when, hasMore) =>
      found.length === 0
        ? `Iedereen heeft ${when} bevestigd.`
        : `${found.length === 1 ? 'Eén heeft' : `${found.length} hebben`} ${when} niet bevestigd:${listed(
            found.map(({ name, startsAt }) => `${at(startsAt)}: ${name}`),
            more,
            hasMore,
          )}`,
    upcoming: (found) => `${found[0]?.name ?? ''}:${listed(found.map(line), more, false)}`,
    nobody: (name) => `Ik vind geen komende afspraak van ${name}.`,
    whose: 'Van wie is de afspraak?',
    which: (found) => `Welke bedoelt u?${numbered(found.map(line))}`,
    toWhen: ({ name, startsAt }) => `Naar welke dag en tijd? ${name} komt nu ${at(startsAt)}.`,
    toWhatTime: (date) => `Hoe laat op ${day(date)}?`,
    inThePast: 'Dat is al geweest. Welke dag en tijd bedoelt u?',
    managedElsewhere: ({ name, startsAt }) =>
      `De afspraak van ${name} op ${at(startsAt)} komt uit een ander systeem: verzet die daar.`,
    why: ({ name, startsAt }) =>
      `Waarom vervalt de afspraak van ${name} op ${at(startsAt)}: op verzoek van de patiënt, door de praktijk, omdat die dubbel is, of om een andere reden?`,
    moveProposed: ({ name, startsAt }, to, until) =>
      `Ik heb voorgesteld om ${name} te verzetten van ${at(startsAt)} naar ${at(to)}. ${waits(until)}`,
    cancelProposed: ({ name, startsAt }, until) =>
      `Ik heb voorgesteld om de afspraak van ${name} op ${at(startsAt)} te annuleren. ${waits(until)}`,
    requests: (count, hasMore) =>
      count === 0
        ? 'Er liggen geen verzoeken.'
        : count === 1 && !hasMore
          ? 'Er ligt één verzoek.'
          : `Er liggen ${count}${hasMore ? ' of meer' : ''} verzoeken.`,
    day: (first, count, today) => {
      const away = today.until(first).days
      if (count > 1) return away > 0 ? 'volgende week' : 'deze week'
      return away === 0 ? 'vandaag' : away === 1 ? 'morgen' : `op ${day(first)}`
    },
    comingWeek: 'in de komende zeven dagen',
  }
}

export const words: Readonly<Record<Language, Words>> = { nl: dutch(), en: english() }
