import { formatDate, formatTime, localDateTime } from './format-date-time.ts'
import { flattenOptional, flattenText } from './inserted-text.ts'
import { localeOf } from './locales.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type SuggestionApprovedInput = {
  /** Of whoever reads the inbox; staff who read neither Dutch nor English are written to in English. */
  readonly localePreference: string
  readonly holderDisplayName: string
  readonly recipientName: string | null
  readonly startsAt: Temporal.Instant
  /** IANA zone the time was proposed in. */
  readonly timezone: string
  /** The appointment it was proposed for; null when there is none. */
  readonly link: string | null
}

/** The e-mail that tells a holder that a recipient accepted a proposed time, and that nothing is entered by itself. */
export function renderSuggestionApproved(input: SuggestionApprovedInput): RenderedEmail {
  const wish = localeOf(input.localePreference)
  const locale = wish === 'nl' ? 'nl' : 'en'
  const text = texts[locale]
  const local = localDateTime(input.startsAt, input.timezone)
  const when = { date: formatDate(locale, local, true), time: formatTime(locale, local) }
  const name = flattenOptional(input.recipientName) ?? text.somebody
  const holder = flattenText(input.holderDisplayName)
  return finishEmail({ locale, isFallback: locale !== wish }, text.subject(holder), [
    { kind: 'paragraph', text: text.accepted(name, when) },
    { kind: 'paragraph', text: text.consequence },
    ...(input.link === null ? [] : [{ kind: 'action' as const, label: text.action, url: input.link }]),
  ])
}

type When = { readonly date: string; readonly time: string }

/** Written to staff alone, so in the two languages staff are written to. */
const texts = {
  nl: {
    subject: (holder: string) => `Voorgesteld tijdstip geaccepteerd bij ${holder}`,
    accepted: (name: string, { date, time }: When) =>
      `${name} heeft het voorgestelde tijdstip geaccepteerd: ${date} om ${time}.`,
    somebody: 'Een ontvanger',
    consequence: 'Er is nog niets ingepland of verzet. Leg de afspraak zelf vast in uw agenda.',
    action: 'Afspraak bekijken',
  },
  en: {
    subject: (holder: string) => `Proposed time accepted at ${holder}`,
    accepted: (name: string, { date, time }: When) => `${name} has accepted the proposed time: ${date} at ${time}.`,
    somebody: 'A recipient',
    consequence: 'Nothing has been booked or moved yet. Enter the appointment in your own calendar.',
    action: 'View the appointment',
  },
} as const
