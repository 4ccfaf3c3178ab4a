import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { formatMoment } from '#/messages/format-date-time.ts'
import { flattenText } from '#/messages/inserted-text.ts'
import type { DetailRow } from './email-document.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type NewBrowserInput = {
  readonly localePreferences: readonly (string | null)[]
  /** The host that was signed in to, for example `app.example`. */
  readonly originHost: string
  readonly signedInAt: Temporal.Instant
  /** IANA zone of the organization. */
  readonly timezone: string
  /** Family of browser and system; null when it is not known. */
  readonly browser: string | null
  readonly network: string | null
}

/** The e-mail about a sign-in from a browser its person never used. Without a link: nobody learns to sign in by links. */
export function renderNewBrowser({ originHost, signedInAt, timezone, browser, network, ...input }: NewBrowserInput) {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const host = flattenText(originHost)
  const time = formatMoment(locale, signedInAt, timezone)
  const row = (label: 'time' | 'browser' | 'network', value: string | null): DetailRow[] =>
    value === null ? [] : [{ label: formatMessage(locale, `newBrowser.${label}`, {}), value, href: null }]
  const mail: RenderedEmail = finishEmail(chosen, formatMessage(locale, 'newBrowser.subject', { host }), [
    { kind: 'paragraph', text: formatMessage(locale, 'newBrowser.intro', { host }) },
    { kind: 'details', rows: [...row('time', time), ...row('browser', browser), ...row('network', network)] },
    { kind: 'paragraph', text: formatMessage(locale, 'newBrowser.warning', {}) },
  ])
  return mail
}
