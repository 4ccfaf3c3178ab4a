import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type OpenRepliesInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  /** How many nobody has seen to, 1 or more. */
  readonly replies: number
  /** To their list. */
  readonly link: string
}

/** The e-mail of a day that tells staff how many replies a person has to read. */
export function renderOpenReplies(input: OpenRepliesInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const names = { holder: plainName(input.holderDisplayName), count: input.replies }
  return finishEmail(chosen, formatMessage(locale, 'openReplies.subject', names), [
    { kind: 'paragraph', text: formatMessage(locale, 'openReplies.intro', names) },
    { kind: 'action', label: formatMessage(locale, 'openReplies.action', {}), url: input.link },
  ])
}
