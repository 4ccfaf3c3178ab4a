import { formatDate, formatTime } from '#/locales/date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { localDateTime } from '#/messages/format-date-time.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type KeyEndingInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  readonly keyName: string
  /** The service account whose key it is; null for that of the reader. */
  readonly accountName: string | null
  readonly expiresAt: Temporal.Instant
  /** IANA zone of the organization. */
  readonly timezone: string
  /** Where the next key is made. */
  readonly link: string
}

/** The e-mail that tells whoever can replace an API key that it is about to end. */
export function renderKeyEnding({ keyName, accountName, ...input }: KeyEndingInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const local = localDateTime(input.expiresAt, input.timezone)
  const when = { date: formatDate(locale, local, true), time: formatTime(locale, local) }
  const holder = plainName(input.holderDisplayName)
  // Most accounts have keys of their own name.
  const name = plainName(accountName === null || accountName === keyName ? keyName : `${accountName}: ${keyName}`)
  return finishEmail(chosen, formatMessage(locale, 'keyEnding.subject', { holder }), [
    { kind: 'paragraph', text: formatMessage(locale, 'keyEnding.intro', { name, holder, ...when }) },
    { kind: 'paragraph', text: formatMessage(locale, 'keyEnding.consequence', {}) },
    { kind: 'action', label: formatMessage(locale, 'keyEnding.action', {}), url: input.link },
  ])
}
