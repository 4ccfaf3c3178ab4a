import type { EmailBlock } from './email-document.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

type LocalePreferences = readonly (string | null)[]
type Provider = 'google_calendar' | 'microsoft_365' | 'caldav'

/** Name of a calendar provider, and what connecting it does, for staff. */
export function renderIntegrationName(
  provider: Provider,
  localePreferences: LocalePreferences,
): { readonly name: string; readonly description: string } {
  const { locale } = chooseLocale(localePreferences)
  return {
    name: formatMessage(locale, `integration.name.${provider}`, {}),
    description: formatMessage(locale, `integration.description.${provider}`, {}),
  }
}

export type IntegrationProblemInput = {
  readonly localePreferences: LocalePreferences
  readonly provider: Provider
  readonly holderDisplayName: string
  /** The calendar that can no longer be read; null when it is the whole account. */
  readonly calendarName: string | null
  /** Where the calendar is connected again, or other ones are chosen. */
  readonly link: string
}

/** The e-mail that tells staff that an account, or one calendar of it, cannot be read until they do something. */
export function renderIntegrationProblem(input: IntegrationProblemInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const { name } = renderIntegrationName(input.provider, input.localePreferences)
  const holder = plainName(input.holderDisplayName)
  const calendar = plainName(input.calendarName ?? '')
  const of = input.calendarName === null ? 'integrationProblem' : 'calendarProblem'
  const blocks: EmailBlock[] = [
    { kind: 'paragraph', text: formatMessage(locale, `${of}.intro`, { name, holder, calendar }) },
    { kind: 'paragraph', text: formatMessage(locale, `${of}.consequence`, {}) },
    { kind: 'action', label: formatMessage(locale, `${of}.action`, {}), url: input.link },
  ]
  return finishEmail(chosen, formatMessage(locale, `${of}.subject`, { name }), blocks)
}
