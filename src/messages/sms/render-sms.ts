import { inOrder, isFarAhead, labelText, whenAndWhereText, type TextForm } from '#/messages/appointment-text.ts'
import { catalogueOf } from '#/messages/catalogues/catalogues.ts'
import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { plainName, truncateText } from '#/messages/inserted-text.ts'
import type { Locale } from '#/locales/locales.ts'
import { chooseLocale, type ChosenLocale } from '#/messages/catalogues/locales.ts'
import { isAside, isOtherPlace, type MessageAppointment, type MessageInput } from '#/messages/message-input.ts'
import { toPlainLatin, type SmsAlphabet } from './plain-latin.ts'
import { measureSms, needsUcs2, toGsm7Lossless, type SmsMeasure } from './segments.ts'

/** As many appointments of one day fit in nearly every text message of two parts, whatever its language. */
export const toldMax = 6

/** A text message ready for a provider, with what staff are shown about it. */
export type RenderedSms = {
  readonly text: string
  readonly locale: Locale
  readonly isLocaleFallback: boolean
  readonly templateVersion: string
  readonly encoding: SmsMeasure['encoding']
  readonly segments: number
}

/** A text message about one appointment never takes more parts; one about several is for its sender to divide. */
export const partsMax = 2

/**
 * Renders the SMS of one reminder row, or of several rows sent as one. It holds the holder's name, date, time, place,
 * link and, only when given, the title; never anything else. Names and places are cut to 48 UTF-16 code units. A text
 * of several parts is tried in the shorter forms below, keeping each that saves a part.
 */
export function renderSms(input: MessageInput): RenderedSms {
  const chosen = chooseLocale(input.localePreferences)
  const written = (form: SmsForm) =>
    inAlphabet(chosen.locale, composeText(chosen.locale, input, form), input.smsAlphabet)
  let text = written(roomy)
  let length = asSent(text)
  for (const form of shorterForms) {
    if (length.segments <= partsWorth(form.loss, length.encoding) || !form.fits(input)) continue
    const shorter = written(form)
    const shorterLength = asSent(shorter)
    if (shorterLength.segments < length.segments) [text, length] = [shorter, shorterLength]
  }
  return finishSms(chosen, text)
}

/** Encodes and measures a finished text, in plain Latin letters where that was chosen and the language allows it. */
export function finishSms(chosen: ChosenLocale, natural: string, alphabet: SmsAlphabet = 'natural'): RenderedSms {
  const { text, encoding, segments } = asSent(inAlphabet(chosen.locale, natural, alphabet))
  return {
    text,
    locale: chosen.locale,
    isLocaleFallback: chosen.isFallback,
    templateVersion: catalogueOf(chosen.locale).templateVersion,
    encoding,
    segments,
  }
}

/** In the characters of GSM-7 where those suffice; otherwise good typography costs nothing. */
function asSent(text: string): SmsMeasure & { readonly text: string } {
  const gsm7Text = needsUcs2(text) ? text : toGsm7Lossless(text)
  const measure = measureSms(gsm7Text)
  return measure.encoding === 'gsm7' || gsm7Text === text
    ? { text: gsm7Text, ...measure }
    : { text, ...measureSms(text) }
}

function inAlphabet(locale: Locale, natural: string, alphabet: SmsAlphabet): string {
  return alphabet === 'plain_latin' ? toPlainLatin(locale, natural) : natural
}

type SmsForm = TextForm & {
  readonly holderLimit: number
  readonly hasPlace: boolean
  /** Whether an open request is mentioned. */
  readonly hasRequest: boolean
  /** With its label always: a bare link looks like that of a swindler. */
  readonly hasLink: boolean
}

const shortLabel = 20

const roomy: SmsForm = {
  holderLimit: 48,
  labelLimit: 48,
  dates: 'long',
  hasPlace: true,
  hasRequest: true,
  hasLink: true,
}
const shortDated: SmsForm = { ...roomy, dates: 'short' }
const shortPlaced: SmsForm = { ...shortDated, labelLimit: shortLabel }
const briefDated: SmsForm = { ...shortPlaced, dates: 'brief' }
const tight: SmsForm = { ...briefDated, holderLimit: shortLabel }
const placeless: SmsForm = { ...tight, hasPlace: false }
const bare: SmsForm = { ...placeless, hasLink: false, labelLimit: 0 }

/** How much is lost: nothing that matters, what can be done without, or something that people miss. */
type Loss = 'none' | 'small' | 'great'

/** A form, what it loses, and the messages it fits. */
type ShorterForm = SmsForm & { readonly loss: Loss; readonly fits: (input: MessageInput) => boolean }

/** As many parts as may be sent before the loss is worth it. */
function partsWorth(loss: Loss, encoding: SmsMeasure['encoding']): number {
  return loss === 'none' || (loss === 'small' && encoding === 'gsm7') ? 1 : partsMax
}

const hasLongLabel = ({ appointments }: MessageInput) =>
  appointments.some(({ title, place }) => Math.max(title?.length ?? 0, place?.length ?? 0) > shortLabel)

/** Whether a text mentions the open request: not one that answers it, nor one after which nothing is left to decide. */
const isOpen = ({ kind, requestOpen }: MessageInput) => requestOpen && kind !== 'cancellation' && !isAside({ kind })

/** Half a year ahead a weekday helps nobody, and the year takes its room. */
const hasYear = ({ appointments, renderedAt }: MessageInput) =>
  appointments.some(({ startsAt }) => isFarAhead(startsAt, renderedAt))

/** A change, a cancellation or a delay says all by itself; the link of a reminder is where people confirm or ask to move. */
const isCourtesyLink = ({ kind }: MessageInput) =>
  kind === 'change' || kind === 'cancellation' || kind === 'delay' || kind === 'postponed'

/** Who can reply can do without the link of a prompt, where it would cost a part more than its language needs. */
const isAnsweredByReply = ({ kind, canReply, requestOpen }: MessageInput) =>
  kind === 'confirm_prompt' && canReply && !requestOpen

/** From the least loss to the greatest: long dates, long places, the weekday, long names, then a place or the link. */
const shorterForms: readonly ShorterForm[] = [
  { ...shortDated, loss: 'none', fits: () => true },
  { ...roomy, dates: 'brief', loss: 'small', fits: hasYear },
  { ...shortDated, hasLink: false, loss: 'small', fits: isOpen },
  { ...roomy, dates: 'brief', hasLink: false, loss: 'small', fits: (input) => hasYear(input) && isOpen(input) },
  { ...shortDated, hasLink: false, hasRequest: false, loss: 'small', fits: ({ kind }) => kind === 'change' },
  { ...shortPlaced, loss: 'great', fits: hasLongLabel },
  { ...briefDated, loss: 'great', fits: () => true },
  { ...tight, loss: 'great', fits: ({ holder }) => holder.displayName.length > shortLabel },
  { ...roomy, dates: 'brief', loss: 'small', fits: ({ isHousehold }) => isHousehold },
  { ...shortDated, hasLink: false, loss: 'small', fits: isCourtesyLink },
  { ...placeless, loss: 'great', fits: ({ link }) => link !== null },
  { ...roomy, hasLink: false, loss: 'small', fits: isAnsweredByReply },
  { ...shortDated, hasLink: false, loss: 'small', fits: isAnsweredByReply },
  {
    ...roomy,
    dates: 'brief',
    hasLink: false,
    loss: 'small',
    fits: (input) => input.isHousehold && isAnsweredByReply(input),
  },
  { ...tight, hasLink: false, loss: 'great', fits: () => true },
  { ...bare, loss: 'great', fits: () => true },
  { ...bare, hasRequest: false, loss: 'great', fits: isOpen },
  // Six times of day take the room of a name.
  { ...bare, hasRequest: false, holderLimit: 9, loss: 'great', fits: ({ appointments }) => appointments.length > 1 },
]

function composeText(locale: Locale, input: MessageInput, form: SmsForm): string {
  const appointments = inOrder(
    namesPlace(input, form) ? input.appointments : input.appointments.map((one) => ({ ...one, place: null })),
  )
  const opening = openingSentence(locale, input, appointments, form)
  if (input.kind === 'confirm_prompt' && !input.requestOpen) return confirmPromptText(locale, input, opening, form)

  const sentences = [opening]
  if (isOpen(input) && form.hasRequest) sentences.push(formatMessage(locale, 'sms.requestOpen', {}))
  if (input.link !== null && form.hasLink) {
    sentences.push(formatMessage(locale, 'sms.viewLink', { link: input.link }))
  }
  return joinSentences(sentences)
}

/** What is said aside leaves the place as it was told; a notice of another place is for it alone. */
function namesPlace(input: MessageInput, form: SmsForm): boolean {
  if (isAside(input)) return false
  return form.hasPlace || isOtherPlace(input)
}

function openingSentence(
  locale: Locale,
  input: MessageInput,
  appointments: readonly MessageAppointment[],
  form: SmsForm,
): string {
  // While a request is open nothing may be confirmed, so the prompt becomes a plain reminder.
  const kind = input.kind === 'confirm_prompt' && input.requestOpen ? 'reminder' : input.kind
  const holder = truncateText(plainName(input.holder.displayName), form.holderLimit)
  const whenOf = (those: readonly MessageAppointment[]) => whenAndWhereText(locale, those, input.renderedAt, form)
  const place = isOtherPlace(input) ? labelText(appointments[0]?.place ?? null, form.labelLimit) : null
  // What a batch tells begins with what became of the appointments, whosever they are.
  const isReminder = kind === 'reminder' || kind === 'confirm_prompt'
  const sentence =
    input.isHousehold && isReminder
      ? formatMessage(locale, 'sms.household', { count: appointments.length, holder, when: whenOf(appointments) })
      : place === null
        ? formatMessage(locale, `sms.${kind}`, {
            count: appointments.length,
            holder,
            when: whenOf(appointments),
            minutes: input.delayMinutes ?? 0,
          })
        : formatMessage(locale, 'sms.otherPlace', {
            holder,
            when: whenOf(appointments.map((one) => ({ ...one, place: null }))),
            place,
          })
  // A place that ends in a full stop or dots already ends the sentence.
  return sentence.replace(/(?<=\.\u2069?)[.。।۔]$/u, '')
}

/** Chinese and Japanese have no space between sentences. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => text + (/[。！？]$/u.test(text) ? '' : ' ') + sentence)
}

/** Asks for a reply where replies reach us, else for the link. Never for CANCEL, which Twilio takes as an opt-out. */
function confirmPromptText(locale: Locale, input: MessageInput, opening: string, form: SmsForm): string {
  const link = form.hasLink ? input.link : null
  if (!input.canReply) {
    return link === null ? opening : joinSentences([opening, formatMessage(locale, 'sms.confirmLink', { link })])
  }
  const withReply = joinSentences([opening, formatMessage(locale, 'sms.replyYes', {})])
  return link === null ? withReply : joinSentences([withReply, formatMessage(locale, 'sms.viewLink', { link })])
}
