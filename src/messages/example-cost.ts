import type { Locale } from '#/locales/locales.ts'
import { exampleAppointment, exampleMessageInput } from './example-message-input.ts'
import type { MessageKind } from './message-input.ts'
import type { SmsAlphabet } from '#/messages/sms/plain-latin.ts'
import { renderSms, type RenderedSms } from '#/messages/sms/render-sms.ts'

/** What one text message costs: its characters, its encoding, and the parts billed. */
export type SmsCost = {
  readonly characters: number
  readonly encoding: RenderedSms['encoding']
  readonly segments: number
}

/** The cost of a kind of message about one appointment, at an organization whose name has 25 characters. */
export function exampleCost(locale: Locale, kind: MessageKind, smsAlphabet: SmsAlphabet): SmsCost {
  return costOf(renderSms(exampleCostInput(locale, kind, smsAlphabet)))
}

export function costOf({ text, encoding, segments }: RenderedSms): SmsCost {
  return { characters: text.length, encoding, segments }
}

/** The message that costs are given for: a name of 25 characters, a place of 21, and a link of the usual length. */
export function exampleCostInput(locale: Locale, kind: MessageKind, smsAlphabet: SmsAlphabet) {
  return exampleMessageInput({
    kind,
    localePreferences: [locale],
    holder: { displayName: 'Huisartsenpraktijk Linden', phoneNumber: null, websiteUrl: null },
    appointments: [exampleAppointment({ place: 'Lindelaan 12, Utrecht' })],
    link: 'https://tijdig.example/a/31LcIGnBL1NxRbGc3pcL2x',
    canReply: kind === 'confirm_prompt',
    smsAlphabet,
  })
}
