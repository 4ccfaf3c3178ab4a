import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { isEmail } from '#/kernel/text/email-address.ts'
import { splitHosts } from '#/kernel/postgres/connecting/primary-client.ts'
import { isPhoneE164 } from '#/kernel/text/phone-number.ts'

/** One environment variable: its name, what it means and what its text becomes. */
export type Variable<T = unknown> = {
  readonly name: string
  readonly meaning: string
  /** As text; null: none, or one that `meaning` describes. What production needs has no default there. */
  readonly byDefault: string | null
  readonly parse: Parse<T>
  readonly isNeededInProduction?: true
  /** Another variable that production needs as soon as this one is given. */
  readonly needs?: string
  /** May also stand in a file. */
  readonly isSecret?: true
}

/** The values of variables, in the same tree. */
export type Values<T> = T extends Variable<infer V> ? V : { readonly [Name in keyof T]: Values<T[Name]> }

/** The value of a text, or what is wrong with it, in words that follow the variable's name and never show the text. */
export type Parse<T> = (text: string, isProduction: boolean) => T | Fault

/** What is wrong with the text of a variable. */
export class Fault {
  readonly says: string
  constructor(says: string) {
    this.says = says
  }
}

type Options<T, D extends string | null> = {
  readonly byDefault: D
  readonly parse: Parse<T>
  readonly isNeededInProduction?: true
  readonly needs?: string
  readonly isSecret?: true
}

/** A variable; its value is null where nothing is given and there is no default. */
export function variable<T, D extends string | null>(
  name: string,
  meaning: string,
  { parse, ...rest }: Options<T, D>,
): Variable<D extends string ? T : T | null> {
  // Safe: a variable without text and default is null without being parsed.
  return { name, meaning, ...rest, parse: parse as Parse<D extends string ? T : T | null> }
}

const harmless = new WeakSet<Parse<unknown>>()

/** Values of such a kind, where they are right, may be shown to an operator; all others may be secrets. */
function shown<T>(parse: Parse<T>): Parse<T> {
  harmless.add(parse)
  return parse
}

/** The value a variable has by an environment, as text without passwords; null where it may not be shown. */
export function shownText({ parse }: Variable, value: string): string | null {
  if (!harmless.has(parse)) return null
  return value
    .replaceAll(/:\/\/[^/]*@/g, '://…@')
    .replaceAll(/([?&][^=&]*(?:pass|token|key|secret)[^=&]*=)[^&]*/gi, '$1…')
}

export const text: Parse<string> = (value) => value

/**
 * Text that only we and a provider or a process of ours know. Hexadecimal digits, of which there are sixteen, are the
 * least varied that are random.
 */
export function secret(length: number): Parse<string> {
  return (value) => {
    if (value.length < length) return new Fault(`must have at least ${length} characters`)
    return new Set(value).size < 10 ? new Fault('must be random: `openssl rand -base64 48` makes one') : value
  }
}

/** Secrets separated by commas. */
export function secrets(length: number): Parse<readonly string[]> {
  return (value, isProduction) => {
    const items = list(value, isProduction)
    const parse = secret(length)
    return (
      (items instanceof Fault
        ? [items]
        : items.map((item) => parse(item, isProduction)).filter((item) => item instanceof Fault))[0] ?? items
    )
  }
}

/** A path that means the same whatever folder a process was started in. */
export const lastingPath = shown<string>((value, isProduction) =>
  isProduction && !isAbsolute(value) ? new Fault('must be an absolute path in production') : value,
)

/** Text that matches a pattern; `says` what it must be. */
export function matching(pattern: RegExp, says: string): Parse<string> {
  return (value) => (pattern.test(value) ? value : new Fault(says))
}

export function oneOf<const T extends string>(...values: readonly T[]): Parse<T> {
  return shown((value) => values.find((one) => one === value) ?? new Fault(`must be one of ${values.join(', ')}`))
}

/** Texts separated by commas; none where nothing is given. */
export const list: Parse<readonly string[]> = (value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** The same, with a check of each item. */
export function listOf(isItem: (item: string) => boolean, says: string): Parse<readonly string[]> {
  return (value, isProduction) => {
    const items = list(value, isProduction)
    return items instanceof Fault || items.every(isItem) ? items : new Fault(says)
  }
}

export const count = shown<number>((value) =>
  /^\d{1,9}$/.test(value) ? Number(value) : new Fault('must be a whole number'),
)

/** From 1 to a bound. */
export function countTo(bound: number): Parse<number> {
  return shown((value) =>
    /^[1-9]\d*$/.test(value) && Number(value) <= bound
      ? Number(value)
      : new Fault(`must be a whole number from 1 to ${bound}`),
  )
}

/** A limit that 0 switches off, outside production only. */
export const limit = shown<number>((value, isProduction) =>
  isProduction && value === '0' ? new Fault('cannot be 0 in production') : count(value, isProduction),
)

export const port = shown<number>((value) =>
  /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? Number(value) : new Fault('must be a port number, 0 to 65535'),
)

/** An http or https URL, https in production; slashes at its end are dropped. */
export const url = shown<string>((value, isProduction) => {
  if (!URL.canParse(value) || !/^https?:/.test(value))
    return new Fault('must be a URL that begins with http:// or https://')
  if (isProduction && value.startsWith('http:')) return new Fault('must begin with https:// in production')
  return value.replace(/\/+$/, '')
})

/** Of a collector, which may stand beside the process: http or https, in production too. */
export const collector = shown<string>((value) =>
  URL.canParse(value) && /^https?:/.test(value) && new URL(value).username === ''
    ? value.replace(/\/+$/, '')
    : new Fault('must be a URL that begins with http:// or https://, without a user'),
)

/** From none to all. */
export const share = shown<number>((value) =>
  /^(0|1|0?\.\d{1,6}|1\.0+)$/.test(value) ? Number(value) : new Fault('must be a number from 0 to 1, such as 0.01'),
)

/** An http or https URL of a scheme, a host and perhaps a port. */
export const origin = shown<string>((value, isProduction) => {
  const checked = url(value, isProduction)
  if (checked instanceof Fault || new URL(checked).href === `${new URL(checked).origin}/`) return checked
  return new Fault('must be an origin such as https://afspraken.example, without a path, a query or a user')
})

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** What is wrong with the parameters of a connection that say how it is encrypted (libpq, section 32.1.2). */
function tlsFault(value: string): Fault | null {
  const given = new URLSearchParams(value.slice(value.indexOf('?') + 1))
  const mode = given.get('sslmode')
  if (mode !== null && !sslModes.includes(mode)) return new Fault(`can have sslmode=${sslModes.join(', ')} only`)
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = given.get(name)
    if (file !== null && !isReadable(file)) return new Fault(`names a file as ${name} that cannot be read`)
  }
  return null
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

export const postgresUrl = shown<string>((value) => {
  if (!/^postgres(ql)?:\/\//.test(value)) return new Fault('must begin with postgres://')
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(value)?.[1] ?? 'read-write'
  if (!['read-write', 'primary'].includes(wanted)) return new Fault('can have target_session_attrs=read-write only')
  const wrongTls = value.includes('?') ? tlsFault(value) : null
  if (wrongTls !== null) return wrongTls
  // A server on a Unix socket is named without a host.
  return splitHosts(value).every((one) => URL.canParse(one.replace(/\/\/([^/]*@)?(?=\/)/, '//$1localhost')))
    ? value
    : new Fault('must be a URL such as postgres://user:password@host/database')
})

export const host = shown<string>((value) =>
  isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(value)
    ? value
    : new Fault('must be an address or a host name'),
)

export const domain = shown(
  matching(
    /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    'must be a domain such as mail.example.com',
  ),
)

export const vendorId = matching(/^[A-Za-z0-9_-]{1,200}$/, 'must be an id of letters, digits, - and _')

export const email = shown<string>((value) =>
  isEmail(value) ? value : new Fault('must be an e-mail address such as afspraken@example.com'),
)

export const phoneNumber = shown<string>((value) =>
  isPhoneE164(value) ? value : new Fault('must be a number such as +31612345678'),
)

/** A payment key: real money moves in production only. */
export const paymentKey: Parse<string> = (value, isProduction) =>
  !isProduction && /^(live|sk_live|rk_live)_/.test(value)
    ? new Fault('is a live key, which only production may use')
    : value

const networkList = listOf(
  isNetwork,
  'must be addresses or networks such as 10.0.0.0/8, separated by commas, none wider than /8 (IPv6: /16), or none',
)

/** Addresses, networks in CIDR notation, or the HTTP server's names for several; `none` says aloud that there are none. */
export const networks = shown<readonly string[]>((value, isProduction) =>
  value === 'none' ? [] : networkList(value, isProduction),
)

/** Whoever is in such a network may say which address somebody has, so half the internet is none. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', prefix, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  const [widest, narrowest] = family === 4 ? [8, 32] : [16, 128]
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= widest && Number(prefix) <= narrowest
}

/** Networks in CIDR notation, or addresses, separated by commas. */
export const cidrs = shown(listOf(isCidr, 'must be networks such as 10.0.0.0/8, separated by commas'))

function isCidr(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
