import { normalized, type Language } from './language.ts'
import { readSpokenTime, type SpokenTime } from './spoken-time.ts'

/** Whose appointment is meant: the one spoken of last, one of a named person, or unsaid. */
export type Who =
  | { readonly kind: 'it' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unsaid' }

export type Intent =
  | { readonly kind: 'agenda' | 'unconfirmed'; readonly when: SpokenTime }
  | { readonly kind: 'move'; readonly who: Who; readonly which: SpokenTime; readonly to: SpokenTime | null }
  | { readonly kind: 'cancel'; readonly who: Who; readonly which: SpokenTime; readonly reasonCode: string | null }
  | { readonly kind: 'when'; readonly who: Who }
  | { readonly kind: 'requests' | 'help' | 'confirm' | 'never_mind' | 'goodbye' | 'unknown' }

/** What is wanted, by rules: the first that fits. */
export function readIntent(text: string, today: Temporal.PlainDate, language: Language): Intent {
  const said = normalized(text)
  const has = (pattern: RegExp) => pattern.test(said)
  const time = (part: string) => readSpokenTime(part, today, language)
  if (has(/^(never ?mind|forget it|stop|laat maar|vergeet het|toch niet)\b/)) return { kind: 'never_mind' }
  if (has(/^(bye|goodbye|hang up|dag|doei|tot ziens|ophangen)$/)) return { kind: 'goodbye' }
  if (has(/\b(what can you|wat kun je|wat kan je|help)\b/)) return { kind: 'help' }
  if (has(/\b(cancel|call off|annuleer|annuleren|afzeggen)\b|\bzeg\b.* af\b/)) {
    const [asked = said, reason] = said.split(/ (?:because|since|omdat|want|wegens) /)
    const which = time(asked)
    return {
      kind: 'cancel',
      who: whoIn(which.rest),
      which,
      reasonCode: reason === undefined ? null : readReason(reason),
    }
  }
  if (has(/\b(move|reschedule|shift|put|verzet|verzetten|verplaats|verplaatsen|verschuif|zet)\b/)) {
    const [, left = said, right] = /^(.*) (?:to|naar) (.*)$/.exec(said) ?? []
    const which = time(left)
    // After "to", a bare number is a time.
    return { kind: 'move', who: whoIn(which.rest), which, to: right === undefined ? null : timeAfterTo(right, time) }
  }
  if (has(/\b(confirm|bevestig)/) && has(/\b(not|niet|geen|hasn't|haven't|didn't|yet|nog)\b|unconfirmed|onbevestigd/))
    return { kind: 'unconfirmed', when: time(said) }
  if (has(/^(yes|yep|ok|okay|oke|oké|go ahead|do it|confirm|ja|doe maar|akkoord|bevestig)\b/))
    return { kind: 'confirm' }
  if (has(/\b(requests?|verzoek|verzoeken|aanvragen)\b/)) return { kind: 'requests' }
  if (has(/^(when|what time|wanneer|hoe laat)\b/)) return { kind: 'when', who: whoIn(time(said).rest) }
  const when = time(said)
  if (has(/\b(who|wie|appointments?|afspraak|afspraken|agenda|schedule|how many|hoeveel)\b/))
    return { kind: 'agenda', when }
  return { kind: 'unknown' }
}

/** Why an appointment is cancelled, as a reason code of the operation. */
export function readReason(text: string): string | null {
  const said = normalized(text)
  if (/\b(dubbel|duplicate|double|twice)\b/.test(said)) return 'duplicate'
  if (/\b(patient|patiënt|cliënt|client|klant|customer|they|he|she|hij|zij|recipient|zelf)\b/.test(said))
    return 'recipient'
  if (/\b(practice|praktijk|we|wij|us|ons|ziek|ill|sick|arts|doctor|provider)\b/.test(said)) return 'provider'
  if (/\b(other|anders|andere|iets)\b/.test(said)) return 'other'
  return null
}

/** A day, a time or both; a bare number is a time. */
export function timeAfterTo(text: string, time: (part: string) => SpokenTime): SpokenTime {
  const as = time(text)
  if (as.time !== null || as.rest === '') return as
  const bare = time(`om ${as.rest}`)
  return bare.time === null ? as : { ...as, time: bare.time, rest: bare.rest }
}

/** The person named among other words: verbs, articles and prepositions around the name are dropped. */
export function whoIn(rest: string): Who {
  const words = rest.replaceAll(/'s\b|\b(appointment|appointments|afspraak|afspraken)\b/g, ' ').split(/\s+/)
  const left = words.filter((word) => word !== '')
  while (left[0] !== undefined && beforeNames.has(left[0])) left.shift()
  while (left.length > 0 && afterNames.has(left.at(-1) ?? '')) left.pop()
  const name = left.join(' ')
  if (pronouns.has(name)) return { kind: 'it' }
  if (name.length >= 2) return { kind: 'name', name }
  return words.some((word) => pronouns.has(word)) ? { kind: 'it' } : { kind: 'unsaid' }
}

const pronouns = new Set('it that this him her them that one this one die dat deze hem haar het ze'.split(' '))
const beforeNames = new Set(
  `please can could you i we want would like need to move reschedule shift put cancel call off when what time is are does
  do the a an of for with on at from that verzet verzetten verplaats verplaatsen verschuif zet annuleer annuleren zeg
  afzeggen wanneer hoe laat komt kom is heeft moet kun kan wil je jij ik we graag alsjeblieft de het een van voor met op om
  dat even`.split(/\s+/),
)
const afterNames = new Set(
  `please to at on for coming come in here off have an a the of alsjeblieft graag naar om op af komt langs hier een de van voor
  even verzetten verplaatsen annuleren afzeggen`.split(/\s+/),
)
