import { formatMessage } from '#/messages/catalogues/format-message.ts'
import { chooseLocale } from '#/messages/catalogues/locales.ts'
import { plainName, truncateText } from '#/messages/inserted-text.ts'
import type { SmsAlphabet } from './plain-latin.ts'
import { finishSms, type RenderedSms } from './render-sms.ts'

/** What staff answer to a text message: a text that exists in every language, or words of their own, as they were typed. */
export type StaffAnswer = { readonly text: string } | { readonly template: StaffAnswerTemplate }

export type StaffAnswerTemplate =
  | 'received'
  | 'call_us'
  | 'we_will_call'
  | 'appointment_stands'
  | 'use_the_link'
  | 'come_anyway'
  | 'wrong_number'
  | 'thanks'

export type StaffAnswerInput = {
  readonly answer: StaffAnswer
  /** The most wanted first. */
  readonly localePreferences: readonly (string | null)[]
  readonly holderDisplayName: string
  /** To the appointment in the app, where another time can be asked for. */
  readonly link: string
  readonly smsAlphabet: SmsAlphabet
}

/**
 * The SMS that answers a reply. A name is cut to 48 UTF-16 code units, then to 20 and 10, until a template has one part, or
 * two of UCS-2.
 */
export function renderStaffAnswer(input: StaffAnswerInput): RenderedSms {
  const { answer, localePreferences, link, smsAlphabet } = input
  const chosen = chooseLocale(localePreferences)
  if ('text' in answer) return finishSms(chosen, answer.text, smsAlphabet)
  const name = plainName(input.holderDisplayName)
  const written = (limit: number) => {
    const holder = truncateText(name, limit)
    return finishSms(chosen, formatMessage(chosen.locale, `answer.${answer.template}`, { holder, link }), smsAlphabet)
  }
  const [long, short] = [written(48), written(20)]
  if (isShort(long)) return long
  return isShort(short) ? short : written(10)
}

function isShort({ encoding, segments }: RenderedSms): boolean {
  return segments <= (encoding === 'gsm7' ? 1 : 2)
}
