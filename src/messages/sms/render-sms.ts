import { inOrder, whenAndWhereText, type TextForm } from '#/messages/appointment-text.ts'
import { catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainName, truncateText } from '#/messages/inserted-text.ts'
import type { Locale } from '#/locales/locales.ts'
import { chooseLocale, type ChosenLocale } from '#/messages/catalogues/locales.ts'
import type { MessageAppointment, MessageInput } from '#/messages/message-input.ts'
import { toPlainLatin, type SmsAlphabet } from './plain-latin.ts'
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
 * given, the title; never anything else. Names and places are cut to 48 UTF-16 code units. A text that takes more than one part
 * in GSM-7, or two in UCS-2, has days and months shortened when that saves a part; one of more than two parts also has its names
 * and places cut to 20. What is then still dear leaves out the link of a change or cancellation, or the place, which the link shows.
 */
export function renderSms(input: MessageInput): RenderedSms {
  const chosen = chooseLocale(input.localePreferences)
  const written = (form: SmsForm) => finishSms(chosen, composeText(chosen.locale, input, form), input.smsAlphabet)
  let best = written(roomy)
  const isDear = () => best.segments > (best.encoding === 'gsm7' ? 1 : 2)
  const tryShorter = (form: SmsForm) => {
    const shorter = written(form)
    if (shorter.segments < best.segments) best = shorter
  }
  if (isDear()) tryShorter(shortDated)
  if (best.segments > 2) tryShorter(tight)
  if (isDear() && isCourtesyLink(input)) tryShorter(linkless)
  if (best.segments > 2 && input.link !== null) tryShorter(placeless)
  return best
}

/** Encodes and measures a finished text, in plain Latin letters where that was chosen and the language has a form of it. */
export function finishSms(chosen: ChosenLocale, natural: string, alphabet: SmsAlphabet = 'natural'): RenderedSms {
  const text = alphabet === 'plain_latin' ? toPlainLatin(chosen.locale, natural) : natural
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

/** What changed is told in the message itself; a reminder leads to where one confirms or asks for another time. */
function isCourtesyLink({ kind, link }: MessageInput): boolean {
  return link !== null && (kind === 'change' || kind === 'cancellation')
}

type SmsForm = TextForm & { readonly hasLink: boolean; readonly hasPlace: boolean }

const roomy: SmsForm = { labelLimit: 48, hasShortDates: false, hasLink: true, hasPlace: true }
const shortDated: SmsForm = { labelLimit: 48, hasShortDates: true, hasLink: true, hasPlace: true }
const linkless: SmsForm = { ...shortDated, hasLink: false }
const placeless: SmsForm = { ...shortDated, hasPlace: false }
const tight: SmsForm = { labelLimit: 20, hasShortDates: true, hasLink: true, hasPlace: true }

function composeText(locale: Locale, input: MessageInput, form: SmsForm): string {
  const appointments = inOrder(
    form.hasPlace ? input.appointments : input.appointments.map((one) => ({ ...one, locationLabel: null })),
  )
  const opening = openingSentence(locale, input, appointments, form)
  if (input.kind === 'confirm_prompt' && !input.requestOpen) return confirmPromptText(locale, input, opening)

  const sentences = [opening]
  if (input.requestOpen && input.kind !== 'cancellation') {
    sentences.push(formatMessage(locale, 'requestOpen', { count: appointments.length }))
  }
  if (input.link !== null && form.hasLink) sentences.push(formatMessage(locale, 'sms.viewLink', { link: input.link }))
  return sentences.join(' ')
}

function openingSentence(
  locale: Locale,
  input: MessageInput,
  appointments: readonly MessageAppointment[],
  form: SmsForm,
): string {
  // While a request is open nothing may be confirmed, so the prompt becomes a plain reminder.
  const kind = input.kind === 'confirm_prompt' && input.requestOpen ? 'reminder' : input.kind
  const sentence = formatMessage(locale, `sms.${kind}`, {
    count: appointments.length,
    holder: truncateText(plainName(input.holder.displayName), form.labelLimit),
    when: whenAndWhereText(locale, appointments, input.renderedAt, form),
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
