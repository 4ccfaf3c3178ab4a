import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type InvitationInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  /** The page to sign in on. */
  readonly link: string
}

/** The e-mail to somebody who may sign in for an organization from now on. */
export function renderInvitation({ localePreferences, holderDisplayName, link }: InvitationInput): RenderedEmail {
  const chosen = chooseLocale(localePreferences)
  const { locale } = chosen
  const holder = plainName(holderDisplayName)
  return finishEmail(chosen, formatMessage(locale, 'invitation.subject', { holder }), [
    { kind: 'paragraph', text: formatMessage(locale, 'invitation.intro', { holder }) },
    { kind: 'action', label: formatMessage(locale, 'invitation.action', {}), url: link },
  ])
}
