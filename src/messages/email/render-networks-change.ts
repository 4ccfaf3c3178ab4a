import { isEmail } from '#/kernel/text/email-address.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { formatMoment } from '#/messages/format-date-time.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { finishEmail, type RenderedEmail } from './render-email.ts'

export type NetworksChangeInput = {
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  /** The lists that were changed. */
  readonly lists: readonly ('staff' | 'keys')[]
  readonly changedAt: Temporal.Instant
  /** IANA zone of the organization. */
  readonly timezone: string
  /** Name or address of a member of staff; null for an operator. */
  readonly changedBy: string | null
}

/** The e-mail to owners about a change of the networks from which their organization lets staff and keys in. Without a link: nobody learns to sign in by links. */
export function renderNetworksChange({ lists, changedAt, timezone, ...input }: NetworksChangeInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const holder = plainName(input.holderDisplayName)
  const names = lists.map((list) => formatMessage(locale, `networksChange.${list}`, {}))
  const by = input.changedBy ?? formatMessage(locale, 'networksChange.operator', {})
  const row = (label: 'newBrowser.time' | `networksChange.${'lists' | 'by'}`, value: string) => ({
    label: formatMessage(locale, label, {}),
    value,
    href: null,
  })
  return finishEmail(chosen, formatMessage(locale, 'networksChange.subject', { holder }), [
    { kind: 'paragraph', text: formatMessage(locale, 'networksChange.intro', { holder }) },
    {
      kind: 'details',
      rows: [
        row('newBrowser.time', formatMoment(locale, changedAt, timezone)),
        row('networksChange.lists', names.join(' · ')),
        row('networksChange.by', isEmail(by) ? by : plainName(by)),
      ],
    },
    { kind: 'paragraph', text: formatMessage(locale, 'networksChange.warning', {}) },
  ])
}
