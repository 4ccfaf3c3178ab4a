import { inOrder, whenAndWhereText } from '#/messages/appointment-text.ts'
import { catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainName, truncateText } from '#/messages/inserted-text.ts'
import type { Locale } from '#/locales/locales.ts'
import { chooseLocale, type ChosenLocale } from '#/messages/catalogues/locales.ts'
import type { MessageAppointment, MessageInput } from '#/messages/message-input.ts'
import { measureSms, toGsm7Lossless, type SmsMeasure } from './segments.ts'

/** A text message ready for a provider, with what staff are shown about it. */
export type RenderedSms = {
  readonly text: string
  readonly locale: Locale
  readonly isLocaleFallback: boolean
  readonly templateVersion: string
  readonly encoding: SmsMeasure['encoding']
  readonly segments: number
  /** The characters that make the message UCS-2, so that staff can change the name they stand in. */
  readonly offendingCharacters: readonly string[]
}

/**
 * Renders the SMS of one reminder row, or of several rows sent as one. It holds the holder's name, date, time, place, link and, only when
 * given, the title; never anything else. Names and places are cut to 48 UTF-16 code units, and to 20 when the message would otherwise
 * take more than two parts. One appointment in nl or en then fits two parts in GSM-7 with a link of up to 70 characters; a name
 * outside GSM-7 or several appointments with long titles can take more.
 */
export function renderSms(input: MessageInput): RenderedSms {
  const chosen = chooseLocale(input.localePreferences)
  const roomy = finishSms(chosen, composeText(chosen.locale, input, labelLimits.roomy))
  if (roomy.segments <= 2) return roomy
  const tight = finishSms(chosen, composeText(chosen.locale, input, labelLimits.tight))
  return tight.segments < roomy.segments ? tight : roomy
}

/** Encodes and measures a finished text. */
export function finishSms(chosen: ChosenLocale, text: string): RenderedSms {
  const gsm7Text = toGsm7Lossless(text)
  const measure = measureSms(gsm7Text)
  return {
    // Where GSM-7 is out of reach anyway, good typography costs nothing.
    ...(measure.encoding === 'gsm7'
      ? { text: gsm7Text, segments: measure.segments }
      : { text, segments: measureSms(text).segments }),
    locale: chosen.locale,
    isLocaleFallback: chosen.isFallback,
    templateVersion: catalogueOf(chosen.locale).templateVersion,
    encoding: measure.encoding,
    offendingCharacters: measure.offendingCharacters,
  }
}

const labelLimits = { roomy: 48, tight: 20 } as const

function composeText(locale: Locale, input: MessageInput, labelLimit: number): string {
  const appointments = inOrder(input.appointments)
  const opening = openingSentence(locale, input, appointments, labelLimit)
  if (input.kind === 'confirm_prompt' && !input.requestOpen) return confirmPromptText(locale, input, opening)

  const sentences = [opening]
  if (input.requestOpen && input.kind !== 'cancellation') {
    sentences.push(formatMessage(locale, 'requestOpen', { count: appointments.length }))
  }
  if (input.link !== null) sentences.push(formatMessage(locale, 'sms.viewLink', { link: input.link }))
  return sentences.join(' ')
}

function openingSentence(
  locale: Locale,
  input: MessageInput,
  appointments: readonly MessageAppointment[],
  labelLimit: number,
): string {
  // While a request is open nothing may be confirmed, so the prompt becomes a plain reminder.
  const kind = input.kind === 'confirm_prompt' && input.requestOpen ? 'reminder' : input.kind
  const sentence = formatMessage(locale, `sms.${kind}`, {
    count: appointments.length,
    holder: truncateText(plainName(input.holder.displayName), labelLimit),
    when: whenAndWhereText(locale, appointments, input.renderedAt, labelLimit),
  })
  // A place that ends in a full stop, or was cut with dots, already ends the sentence.
  return sentence.replace(/(?<=\.)\.$/, '')
}

/** Asks for a reply where one arrives, else for the link. The reply never asks for CANCEL, which Twilio takes as an opt-out. */
function confirmPromptText(locale: Locale, input: MessageInput, opening: string): string {
  if (!input.canReply) {
    return input.link === null
      ? opening
      : `${opening} ${formatMessage(locale, 'sms.confirmLink', { link: input.link })}`
  }
  const withReply = `${opening} ${formatMessage(locale, 'sms.replyYes', {})}`
  if (input.link === null) return withReply
  const withLink = `${withReply} ${formatMessage(locale, 'sms.viewLink', { link: input.link })}`
  // Beside a reply the link is a courtesy, not worth a second part.
  return measureSms(toGsm7Lossless(withLink)).segments === 1 ? withLink : withReply
}
