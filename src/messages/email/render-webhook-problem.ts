import type { EmailBlock } from './email-document.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type WebhookProblemInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  /** Host of the address that is called. */
  readonly host: string
  /** Whether it is called no more; else it has been failing for a day. */
  readonly isDisabled: boolean
  /** Where the deliveries are seen, and the address is changed or switched on. */
  readonly link: string
}

/** The e-mail that tells staff that an address of theirs does not take what it is told. */
export function renderWebhookProblem(input: WebhookProblemInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  // Of letters that a URL may have, and known to whoever reads it.
  const name = input.host
  const holder = plainName(input.holderDisplayName)
  const of = input.isDisabled ? 'webhookDisabled' : 'webhookFailing'
  const blocks: EmailBlock[] = [
    { kind: 'paragraph', text: formatMessage(locale, `${of}.intro`, { name, holder }) },
    { kind: 'paragraph', text: formatMessage(locale, `${of}.consequence`, {}) },
    { kind: 'action', label: formatMessage(locale, 'webhookProblem.action', {}), url: input.link },
  ]
  return finishEmail(chosen, formatMessage(locale, `${of}.subject`, { name }), blocks)
}
