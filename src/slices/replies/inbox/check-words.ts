import { invalid } from '#/kernel/errors.ts'
import { measureSms, toGsm7Lossless } from '#/messages/sms/segments.ts'

/** What an answer may name: how to reach the organization itself. */
export type OwnContacts = {
  readonly websiteUrl: string
  readonly phoneNumber: string
  readonly inboxEmail: string
}

/** The most text messages that an answer may take. */
const segmentsMax = 2

/**
 * Checks words of staff to somebody whose number proves nothing: what looks like a link, an address or a number could lead them
 * to a swindler, so only the organization's own may stand in it.
 *
 * @throws AppError VALIDATION_FAILED with `not_allowed` or `too_long` at `text`
 */
export function checkWords(text: string, own: OwnContacts): void {
  const refusal = refusalOf(text, own)
  if (refusal !== null) throw invalid({ path: 'text', code: 'not_allowed', message: refusal })
  if (measureSms(toGsm7Lossless(text)).segments > segmentsMax)
    throw invalid({ path: 'text', code: 'too_long', message: `At most ${segmentsMax} text messages long.` })
}

function refusalOf(text: string, own: OwnContacts): string | null {
  const composed = text.normalize('NFKC')
  const addresses = composed.match(address) ?? []
  if (addresses.some((one) => one.toLowerCase() !== own.inboxEmail.toLowerCase()))
    return 'No e-mail address but that of your organization.'
  const links = composed.replace(address, ' ').match(link) ?? []
  if (links.some((one) => !isOwnLink(one, own.websiteUrl))) return 'No link but to the website of your organization.'
  const numbers = composed.replace(address, ' ').replace(link, ' ').match(number) ?? []
  return numbers.some((one) => !isDateOrTime(one) && !isOwnNumber(one, own.phoneNumber))
    ? 'No telephone number but that of your organization.'
    : null
}

const address = /[^\s@<>()]{1,64}@[^\s@<>()]{1,190}/gu
const link = /(?:https?:\/\/|www\.)[^\s]{1,300}|(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{Ll}{2,24}(?:\/[^\s]{0,300})?/gu
const number = /\+?\p{Nd}(?:[\s()./-]{0,2}\p{Nd}){6,}/gu
const dateOrTime =
  /^(?:\p{Nd}{1,2}[-./]\p{Nd}{1,2}[-./]\p{Nd}{4}|\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}|\p{Nd}{1,2}\.\p{Nd}{2})$/u

function isDateOrTime(found: string): boolean {
  return found.split(/[\s]+|(?<=\.\p{Nd}{2})-/u).every((part) => dateOrTime.test(part) || /^\p{Nd}{1,2}$/u.test(part))
}

function isOwnLink(found: string, websiteUrl: string): boolean {
  const bare = (url: string) =>
    url
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/[/.,;!?]+$/, '')
  const own = bare(websiteUrl)
  return own !== '' && (bare(found) === own || bare(found).startsWith(`${own}/`))
}

/** The number as it is dialled abroad, or at home with its 0. */
function isOwnNumber(found: string, phoneNumber: string): boolean {
  const digits = (text: string) => text.replaceAll(/\P{Nd}/gu, '')
  const own = digits(phoneNumber)
  const given = digits(found).replace(/^0+/, '')
  return own !== '' && given.length >= 7 && own.endsWith(given)
}
