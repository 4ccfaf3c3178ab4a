import { formatDate, formatTime } from '#/locales/date-time.ts'
import { localDateTime } from '#/messages/format-date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainName, plainNameOrNull } from '#/messages/inserted-text.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type SuggestionApprovedInput = {
  /** Of whoever reads the inbox; English where there are no texts in it. */
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
  const chosen = chooseLocale([input.localePreference, 'en'])
  const { locale } = chosen
  const local = localDateTime(input.startsAt, input.timezone)
  const name = plainNameOrNull(input.recipientName) ?? formatMessage(locale, 'suggestionApproved.somebody', {})
  const holder = plainName(input.holderDisplayName)
  const when = { date: formatDate(locale, local, true), time: formatTime(locale, local) }
  return finishEmail(chosen, formatMessage(locale, 'suggestionApproved.subject', { holder }), [
    { kind: 'paragraph', text: formatMessage(locale, 'suggestionApproved.intro', { name, ...when }) },
    { kind: 'paragraph', text: formatMessage(locale, 'suggestionApproved.consequence', {}) },
    ...(input.link === null
      ? []
      : [{ kind: 'action' as const, label: formatMessage(locale, 'suggestionApproved.action', {}), url: input.link }]),
  ])
}
