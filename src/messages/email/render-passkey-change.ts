import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { flattenText } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type PasskeyChangeInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly change: 'added' | 'removed'
  /** The host that is signed in to, for example `app.example`. */
  readonly originHost: string
}

/** The e-mail to the owner of a passkey. Without a link, like that with a code: nobody learns to sign in by links. */
export function renderPasskeyChange({ localePreferences, change, originHost }: PasskeyChangeInput): RenderedEmail {
  const chosen = chooseLocale(localePreferences)
  const { locale } = chosen
  const host = flattenText(originHost)
  return finishEmail(chosen, formatMessage(locale, 'passkeyChange.subject', { host }), [
    {
      kind: 'paragraph',
      text: formatMessage(locale, change === 'added' ? 'passkeyAdded.intro' : 'passkeyRemoved.intro', { host }),
    },
    { kind: 'paragraph', text: formatMessage(locale, 'passkeyChange.warning', {}) },
  ])
}
