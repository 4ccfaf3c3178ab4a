import type { EmailBlock } from '#/messages/email/email-document.ts'
import { dateAtTimes } from '#/messages/appointment-text.ts'
import { formatDate, formatTime } from '#/locales/date-time.ts'
import type { Locale } from '#/locales/locales.ts'
import { localDateTime } from '#/messages/format-date-time.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { flattenText, isolateFor, plainName, plainNameOrNull, truncateText } from '#/messages/inserted-text.ts'
import { chooseLocale, type ChosenLocale } from '#/messages/catalogues/locales.ts'
import { finishEmail, type RenderedEmail } from '#/messages/email/render-email.ts'
import { finishSms, joinSentences, type RenderedSms } from './render-sms.ts'

type LocalePreferences = readonly (string | null)[]

export type ConsentAcknowledgementInput = {
  readonly localePreferences: LocalePreferences
  /**
   * Whose texts stop or start: one holder's, those of all that send from the number replied to, or everybody's. `household`
   * is one holder's where several people have the number, which only a STOP says.
   */
  readonly scope: 'holder' | 'household' | 'number' | 'everywhere'
  /** Of the holder, when `scope` is `holder` or `household`. */
  readonly holderDisplayName: string | null
}

/** The one SMS that answers STOP or START. */
export function renderConsentAcknowledgement(word: 'stop' | 'start', input: ConsentAcknowledgementInput): RenderedSms {
  const chosen = chooseLocale(input.localePreferences)
  const isOfHolder = input.scope === 'holder' || input.scope === 'household'
  const key = word === 'stop' && input.scope === 'household' ? 'stop.household' : (`${word}.holder` as const)
  const name = isOfHolder ? plainNameOrNull(input.holderDisplayName) : null
  if (name !== null) {
    return finishNamed(chosen, name, (locale, holder) => formatMessage(locale, key, { holder }))
  }
  return finishSms(
    chosen,
    formatMessage(chosen.locale, input.scope === 'everywhere' ? `${word}.all` : `${word}.number`, {}),
  )
}

/** The SMS that answers HELP. */
export function renderHelpAnswer(localePreferences: LocalePreferences, holderDisplayName: string): RenderedSms {
  return finishNamed(chooseLocale(localePreferences), plainName(holderDisplayName), (locale, holder) =>
    formatMessage(locale, 'help.holder', { holder }),
  )
}

/** The SMS that tells somebody that their yes confirmed nothing, because it may be about several appointments. */
export function renderAmbiguousReplyAnswer(localePreferences: LocalePreferences): RenderedSms {
  const chosen = chooseLocale(localePreferences)
  return finishSms(chosen, formatMessage(chosen.locale, 'ambiguousReply.sms', {}))
}

/**
 * The SMS that answers a no: the appointment stands until the practice acts.
 *
 * @param link to the appointment in the app, where another time can be asked for; left out where that saves a third part
 */
export function renderDeclinedAnswer(
  localePreferences: LocalePreferences,
  holderDisplayName: string,
  link: string,
): RenderedSms {
  const stands = (locale: Locale, holder: string) => formatMessage(locale, 'declined.sms', { holder })
  const withLink = (locale: Locale, holder: string) =>
    joinSentences([stands(locale, holder), formatMessage(locale, 'declined.link', { link })])
  return finishNamed(chooseLocale(localePreferences), plainName(holderDisplayName), withLink, stands)
}

export type SignInCodeInput = {
  readonly localePreferences: LocalePreferences
  readonly code: string
  readonly validMinutes: number
  /** The host the code is typed in at, for example `app.example`. */
  readonly originHost: string
}

/**
 * The SMS with a recipient's sign-in code. Its last line binds the code to the host, so that phones fill it in there
 * and nowhere else (WICG origin-bound one-time codes).
 */
export function renderRecipientSignInCode(input: SignInCodeInput): RenderedSms {
  const chosen = chooseLocale(input.localePreferences)
  const sentence = formatMessage(chosen.locale, 'recipientCode.sms', { code: input.code, minutes: input.validMinutes })
  return finishSms(chosen, `${sentence}\n\n@${input.originHost} #${input.code}`)
}

/** The SMS to somebody whose identity has been checked: their appointments are in the app now. */
export function renderLinkedNotice(localePreferences: LocalePreferences, link: string): RenderedSms {
  const chosen = chooseLocale(localePreferences)
  return finishSms(chosen, formatMessage(chosen.locale, 'linked.sms', { link }))
}

/** The e-mail with a staff member's sign-in code. Not in the subject, which ends up in logs and on lock screens. */
export function renderStaffSignInCode(input: SignInCodeInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const host = flattenText(input.originHost)
  return finishEmail(chosen, formatMessage(locale, 'staffCode.subject', { host }), [
    { kind: 'paragraph', text: formatMessage(locale, 'staffCode.intro', { host }) },
    // A long code is read in groups of six.
    { kind: 'code', text: input.code.replace(/\d{6}(?=\d)/g, '$& ') },
    { kind: 'paragraph', text: formatMessage(locale, 'staffCode.validity', { minutes: input.validMinutes }) },
    { kind: 'note', text: formatMessage(locale, 'staffCode.warning', { host }) },
  ])
}

export type ReplyNoticeInput = {
  readonly localePreferences: LocalePreferences
  readonly holderDisplayName: string
  readonly startsAt: Temporal.Instant
  /** IANA zone of the appointment. */
  readonly timezone: string
  /** What was replied, shown in the body only; null leaves it out. */
  readonly replyText: string | null
  /** A no; a yes or no that may be about another appointment too; or something we do not understand. */
  readonly saying: 'declined' | 'ambiguous' | 'unclear'
  /** The appointment in the portal. */
  readonly link: string
}

/** The e-mail that tells staff of an SMS reply that says no or that only they can judge. */
export function renderReplyNotice(input: ReplyNoticeInput): RenderedEmail {
  const chosen = chooseLocale(input.localePreferences)
  const { locale } = chosen
  const holder = plainName(input.holderDisplayName)
  const local = localDateTime(input.startsAt, input.timezone)
  const when = dateAtTimes(locale, formatDate(locale, local, true), formatTime(locale, local), local)
  // A no is a no, whatever its words.
  const reply = input.saying === 'declined' ? null : plainNameOrNull(input.replyText)

  const blocks: EmailBlock[] = [
    {
      kind: 'paragraph',
      text: formatMessage(locale, `${input.saying}Reply.intro`, { when, holder }),
    },
  ]
  if (reply !== null) {
    const label = formatMessage(locale, 'unclearReply.labelReply', {})
    blocks.push({ kind: 'details', rows: [{ label, value: isolateFor(locale, truncateText(reply, 500)), href: null }] })
  }
  blocks.push(
    { kind: 'paragraph', text: formatMessage(locale, 'unclearReply.consequence', {}) },
    { kind: 'action', label: formatMessage(locale, 'unclearReply.action', {}), url: input.link },
  )
  const subject = input.saying === 'declined' ? 'declinedReply.subject' : 'unclearReply.subject'
  return finishEmail(chosen, formatMessage(locale, subject, { holder }), blocks)
}

type WriteNamed = (locale: Locale, holder: string) => string

/** The name is cut to 48 UTF-16 code units, to 20, and in the shorter form to 10, until the text has two parts. */
function finishNamed(chosen: ChosenLocale, name: string, write: WriteNamed, shorter = write): RenderedSms {
  const finish = (form: WriteNamed, limit: number) => finishSms(chosen, form(chosen.locale, truncateText(name, limit)))
  for (const form of [write, shorter]) {
    for (const limit of [48, 20]) {
      const sms = finish(form, limit)
      if (sms.segments <= 2) return sms
    }
  }
  return finish(shorter, 10)
}
