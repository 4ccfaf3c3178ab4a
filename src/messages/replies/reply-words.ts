import type { Locale } from '#/locales/locales.ts'
import { ar } from '#/messages/replies/words/ar.ts'
import { bg } from '#/messages/replies/words/bg.ts'
import { bn } from '#/messages/replies/words/bn.ts'
import { cs } from '#/messages/replies/words/cs.ts'
import { da } from '#/messages/replies/words/da.ts'
import { de } from '#/messages/replies/words/de.ts'
import { el } from '#/messages/replies/words/el.ts'
import { en } from '#/messages/replies/words/en.ts'
import { es } from '#/messages/replies/words/es.ts'
import { et } from '#/messages/replies/words/et.ts'
import { fa } from '#/messages/replies/words/fa.ts'
import { fi } from '#/messages/replies/words/fi.ts'
import { fr } from '#/messages/replies/words/fr.ts'
import { ga } from '#/messages/replies/words/ga.ts'
import { hi } from '#/messages/replies/words/hi.ts'
import { hr } from '#/messages/replies/words/hr.ts'
import { hu } from '#/messages/replies/words/hu.ts'
import { id } from '#/messages/replies/words/id.ts'
import { it } from '#/messages/replies/words/it.ts'
import { ja } from '#/messages/replies/words/ja.ts'
import { ko } from '#/messages/replies/words/ko.ts'
import { lt } from '#/messages/replies/words/lt.ts'
import { lv } from '#/messages/replies/words/lv.ts'
import { mt } from '#/messages/replies/words/mt.ts'
import { nl } from '#/messages/replies/words/nl.ts'
import { paGuru } from '#/messages/replies/words/pa-Guru.ts'
import { pap } from '#/messages/replies/words/pap.ts'
import { pl } from '#/messages/replies/words/pl.ts'
import { pt } from '#/messages/replies/words/pt.ts'
import { ro } from '#/messages/replies/words/ro.ts'
import { ru } from '#/messages/replies/words/ru.ts'
import { sk } from '#/messages/replies/words/sk.ts'
import { sl } from '#/messages/replies/words/sl.ts'
import { sv } from '#/messages/replies/words/sv.ts'
import { sw } from '#/messages/replies/words/sw.ts'
import { ta } from '#/messages/replies/words/ta.ts'
import { tr } from '#/messages/replies/words/tr.ts'
import { ur } from '#/messages/replies/words/ur.ts'
import { vi } from '#/messages/replies/words/vi.ts'
import { zhHans } from '#/messages/replies/words/zh-Hans.ts'
import { zhHant } from '#/messages/replies/words/zh-Hant.ts'

/** Words and phrases of replies in a language, separated by commas, with or without their accents. */
export type ReplyWords = {
  /** Says that somebody comes. */
  readonly yes: string
  /** Says that somebody does not come, or cancels. */
  readonly no: string
  /** Ends messages. What does not name them may be about the appointment, and belongs under `no`. */
  readonly stop: string
  /** Asks for messages again, naming them. */
  readonly start?: string
  readonly help: string
  /** May go with any of them. */
  readonly polite: string
  /** May go with a no. */
  readonly sorry: string
  /** The appointment: may go with a yes or a no. */
  readonly appointment: string
  /** Messages: may go with STOP and START. */
  readonly messages: string
  /** A no that also says "not": before what cancels it decides nothing. */
  readonly not?: string
  /** What words that cancel have in common. */
  readonly cancels?: string
  /** Together these mean something else than each of their words. */
  readonly other?: string
}

/**
 * What is understood in every language, also from somebody whose language is unknown. On these stop words carriers
 * themselves block further messages (CTIA; Twilio: STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE, OPTOUT),
 * whatever we make of them.
 */
export const everywhere: ReplyWords = {
  yes: 'yes, ok, okay, oke, okey, okee, okei, okej, o k, 👍, ✅, ✔, 👌, ☑, 🆗',
  no: '👎',
  stop: 'stop, stopp, stpo, sotp, unsubscribe, optout, opt out',
  start: 'start, unstop',
  help: 'help, info',
  polite: 'please, thanks, thank you, 🙏, 😊, 🙂, 😀, 😃, 😄, 😁, 😉, ☺, ❤, 🌹, 💐',
  sorry: '😢, 😔, 😞, 🙁, ☹',
  appointment: '📅',
  messages: 'sms, mms, смс',
}

/** STOP for everything, from whomever. */
export const everywhereAll =
  'stopall, stop all, stopalles, stop alles, stop alle, stop alla, stop alt, stop tout, stop todo, stop tudo, stop tutto'

/** Alone, carriers block on these as well, but people may mean the appointment. */
export const carriersOwn: ReadonlySet<string> = new Set(['cancel', 'end', 'quit', 'revoke'])

/** The words of each language. They count in answer to a message in it, and nowhere else. */
// oxfmt-ignore
export const replyWords: Readonly<Record<Locale, ReplyWords>> = {
  ar, bg, bn, cs, da, de, el, en, es, et, fa, fi, fr, ga, hi, hr, hu, id, it, ja, ko, lt, lv, mt, nl, 'pa-Guru': paGuru,
  'pap-AW': pap, 'pap-BQ': pap, 'pap-CW': pap, pl, pt, ro, ru, sk, sl, sv, sw, ta, tr, ur, vi, 'zh-Hans': zhHans, 'zh-Hant': zhHant,
}
