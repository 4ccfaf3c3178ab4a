/** What the sender of a text message wants. */
export type Reply = 'confirm' | 'stop' | 'stop_all' | 'start' | 'other'

/**
 * Reads an inbound SMS: a bare yes in any of our languages, or an opt-out or opt-in word. Case, punctuation, spacing, accents and polite
 * words around it do not matter. Anything that says more, such as "ja maar kan het later", is `other` and goes to staff:
 * a wrong confirmation or opt-out costs more than a question.
 */
export function parseReply(text: string): Reply {
  if (text.length > maximumLength) return 'other'
  const words = foldWords(text)
  if (words.length === 0 || words.length > maximumWords) return 'other'
  const meaning = withoutFill(words)
  if (meaning.length > 0 && meaning.every((word) => yesWords.has(word))) return 'confirm'
  return optOutOrIn(words, meaning)
}

/** Every word and phrase is written folded, as `foldWords` leaves it. */
function optOutOrIn(words: readonly string[], meaning: readonly string[]): Reply {
  const exact = words.join(' ')
  // Twilio takes a bare CANCEL as an opt-out and blocks the number itself; saying otherwise would only hide that.
  if (exact === 'cancel') return 'stop'
  // "STOP 12345" answers the short code some carriers print; the number adds nothing. "sms" and the like neither.
  const core = meaning.filter((word) => !/^\p{Nd}+$/u.test(word) && !messageWords.has(word)).join(' ')
  if (stopAllPhrases.has(core)) return 'stop_all'
  if (stopPhrases.has(core)) return 'stop'
  if (startPhrases.has(core)) return 'start'
  return 'other'
}

/** Twilio's longest text message. Folding much longer ones could take minutes: it sorts accents that stand on one letter. */
const maximumLength = 1_600

/** Longer than this, a message is a sentence of somebody's own. */
const maximumWords = 8

// Only Latin, Greek and Cyrillic accents: in Indic scripts the marks are vowels and carry the meaning.
const unwritten = /[\u0300-\u036f]|[\u064b-\u0652]|\u0640|\p{Variation_Selector}|\p{Cf}/gu
const separators = /[[\p{P}\p{S}\p{Cc}\s]--\p{Extended_Pictographic}]+/gv

const stopAllPhrases = new Set(['stop all', 'stop alles', 'stop alle', 'stopall', 'stopalles'])

// oxfmt-ignore
const stopPhrases = new Set([
  'stop', 'unsubscribe', 'afmelden', 'uitschrijven', 'end', 'quit', 'revoke', 'optout', 'opt out',
])

const startPhrases = new Set(['start', 'unstop', 'aanmelden'])

const messageWords = new Set(['sms', 'smsjes', 'berichten', 'herinneringen', 'texts', 'messages', 'reminders'])

/** Yes as the contract's languages write it. Vietnamese "có" and Irish are missing: folded or by nature they are not a sure yes. */
// oxfmt-ignore
const yesWords = new Set([
  'ja', 'yes', 'yep', 'yeah', 'ok', 'oke', 'okay', 'akkoord', 'prima', 'j', 'y', 'c', 'jawel',
  'bevestig', 'bevestigd', 'bevestigen', 'confirm', 'confirmed',
  '👍', '✅', '✔', '👌',
  'si', 'oui', 'sim', 'ya', 'iya', 'evet', 'vang', 'ndiyo', 'da', 'ano', 'jah', 'jaa', 'kylla', 'joo', 'igen',
  'taip', 'iva', 'tak', 'да', 'ναι', 'نعم', 'بله', 'آره', 'اره', 'ہاں', 'جی', 'हां', 'हाँ', 'जी', 'হ্যাঁ', 'হ্যা', 'ਹਾਂ', 'ਜੀ', 'ஆம்', 'ஆமாம்',
  '是', '是的', '好', '好的', '确认', '確認', 'はい', '네', '예',
].flatMap(foldWords))

/** Polite words that may stand around a bare word; longer phrases first. */
// oxfmt-ignore
const fillPhrases = [
  'met vriendelijke groet', 'alvast bedankt', 'hartelijk dank', 'hartelijk bedankt', 'dank u wel', 'dank je wel', 'dank u', 'dank je',
  'thank you', 'many thanks', 'dank', 'dankuwel', 'dankjewel', 'bedankt', 'graag', 'alstublieft', 'alsjeblieft', 'aub', 'svp', 'hoor',
  'groet', 'groeten', 'groetjes', 'mvg', 'thanks', 'thankyou', 'thx', 'please', 'pls', 'merci', 'danke', 'bitte', 'gracias',
  'obrigado', 'obrigada', 'grazie', '🙏', '😊', '🙂', '😀',
].map((phrase) => phrase.split(' '))

function withoutFill(words: readonly string[]): readonly string[] {
  const left: string[] = []
  let index = 0
  while (index < words.length) {
    const rest = words.slice(index)
    const fill = fillPhrases.find((phrase) => phrase.every((word, at) => rest[at] === word))
    if (fill === undefined) left.push(...rest.slice(0, 1))
    index += fill?.length ?? 1
  }
  return left
}

/** Lower case without accents, Arabic vowel signs and punctuation (skin tones count as such); an emoji is a word of its own. */
function foldWords(text: string): readonly string[] {
  const folded = text
    .normalize('NFKD')
    .replaceAll(unwritten, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\p{Extended_Pictographic}/gu, ' $& ')
    .replaceAll(separators, ' ')
    .trim()
  return folded === '' ? [] : folded.split(' ').filter((word) => word !== '')
}
