import { formatDate, formatTime } from '#/locales/date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { localDateTime } from '#/messages/format-date-time.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type StaffInvitationInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  readonly expiresAt: Temporal.Instant
  /** IANA zone of the organization. */
  readonly timezone: string
  /** Signs them in, once. */
  readonly link: string
}

/** The e-mail by which a colleague invites somebody to an organization. */
export function renderStaffInvitation(input: StaffInvitationInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const local = localDateTime(input.expiresAt, input.timezone)
  const when = { date: formatDate(locale, local, true), time: formatTime(locale, local) }
  const holder = plainName(input.holderDisplayName)
  return finishEmail(chosen, formatMessage(locale, 'invitation.subject', { holder }), [
    { kind: 'paragraph', text: formatMessage(locale, 'invitation.linkIntro', { holder }) },
    { kind: 'action', label: formatMessage(locale, 'invitation.action', {}), url: input.link },
    { kind: 'paragraph', text: formatMessage(locale, 'invitation.linkValidity', when) },
  ])
}
