import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type AccessChangeInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  readonly change: 'changed' | 'ended'
}

/** The e-mail that tells somebody of staff that colleagues changed or ended their access; by whom and how is for them to say. */
export function renderAccessChange({ localePreferences, change, ...input }: AccessChangeInput): RenderedEmail {
  const chosen = chooseLocale(localePreferences)
  const { locale } = chosen
  const holder = plainName(input.holderDisplayName)
  const [subject, intro] =
    change === 'changed'
      ? (['accessChanged.subject', 'accessChanged.intro'] as const)
      : (['accessEnded.subject', 'accessEnded.intro'] as const)
  return finishEmail(chosen, formatMessage(locale, subject, { holder }), [
    { kind: 'paragraph', text: formatMessage(locale, intro, { holder }) },
    { kind: 'paragraph', text: formatMessage(locale, 'access.question', { holder }) },
  ])
}
