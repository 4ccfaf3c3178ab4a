import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { flattenText, isolateFor } from '#/messages/inserted-text.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'
import { finishSms, type RenderedSms } from '#/messages/sms/render-sms.ts'

export type DeletionNoticeInput = {
  readonly localePreferences: readonly (string | null)[]
  /** What staff say about the outcome, in their words; may be empty. */
  readonly message: string
}

/** The last text message: the data are being deleted. Without the staff's words, which may be personal. */
export function renderDeletionSms({ localePreferences }: DeletionNoticeInput): RenderedSms {
  const chosen = chooseLocale(localePreferences)
  return finishSms(chosen, formatMessage(chosen.locale, 'deletion.sms', {}))
}

/** The last e-mail, with what staff say about what has to be kept. */
export function renderDeletionEmail({ localePreferences, message }: DeletionNoticeInput): RenderedEmail {
  const chosen = chooseLocale(localePreferences)
  const { locale } = chosen
  const said = flattenText(message)
  return finishEmail(chosen, formatMessage(locale, 'deletion.subject', {}), [
    { kind: 'paragraph', text: formatMessage(locale, 'deletion.sms', {}) },
    ...(said === '' ? [] : [{ kind: 'paragraph' as const, text: isolateFor(locale, said) }]),
    { kind: 'note', text: formatMessage(locale, 'deletion.last', {}) },
  ])
}
