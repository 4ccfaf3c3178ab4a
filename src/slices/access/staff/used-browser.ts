import { randomBytes } from 'node:crypto'
import { hmac, isSameText, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { addressBlock } from '#/kernel/text/address-block.ts'
import { cookieNamed } from '#/slices/access/session-cookie.ts'
import { browserFamily } from './browser-family.ts'

// By what a browser is known again (docs/decisions/0022-a-browser-is-known-by-a-number-of-its-own.md).

/** Where somebody signs in from: shown with the session, and told to its person when the browser is new. */
export type SignInPlace = {
  /** To be compared with the networks of an organization, and never stored. */
  readonly address: string
  /** /24 or /48: never the whole address. */
  readonly network: string
  readonly browser: string | null
  /** The number of the browser, which is in its cookie alone. */
  readonly browserId: string
}

/** Days a browser stays known after a sign-in. Browsers keep no cookie for longer than 400. */
const daysKnown = 180

type Request = {
  readonly ip: string
  readonly headers: { readonly cookie?: string | undefined; readonly 'user-agent'?: string | undefined }
}

/** Where a request comes from. A browser that has no number of ours gets one, which its cookie then has to keep. */
export function placeOf(request: Request, keys: DerivedKeys, baseUrl: string): SignInPlace {
  const { cookie, 'user-agent': userAgent } = request.headers
  return {
    address: request.ip,
    network: addressBlock(request.ip, { ipv4: 24, ipv6: 48 }),
    browser: browserFamily(userAgent),
    browserId: knownBrowser(keys, cookie, baseUrl) ?? randomBytes(12).toString('base64url'),
  }
}

/** The number in a Cookie header; null for none, or one that we did not seal. */
export function knownBrowser(keys: DerivedKeys, cookie: string | undefined, baseUrl: string): string | null {
  const [, id = '', seal = ''] =
    /^([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/.exec(cookieNamed(nameOf(baseUrl), cookie) ?? '') ?? []
  return isSameText(seal, sealOf(keys, id)) ? id : null
}

/** Set-Cookie value by which a browser keeps its number, out of reach of scripts. */
export function browserCookie(keys: DerivedKeys, id: string, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = `Max-Age=${daysKnown * 86_400}`
  return `${nameOf(baseUrl)}=${id}.${sealOf(keys, id)}; Path=/; HttpOnly; SameSite=Lax${secure}; ${age}`
}

/** The pseudonym under which a person has used a browser: it says nothing of who else has. */
export function browserKey(keys: DerivedKeys, contact: Buffer, id: string): Buffer {
  return hmac(keys.contact, `browser ${id} ${contact.toString('hex')}`)
}

function sealOf(keys: DerivedKeys, id: string): string {
  return hmac(keys.signInCode, `browser ${id}`).toString('base64url')
}

function nameOf(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-tijdig_browser' : 'tijdig_browser'
}
