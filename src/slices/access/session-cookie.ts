import { AppError } from '#/kernel/errors.ts'
import { isId } from '#/kernel/ids.ts'

/** On https the `__Host-` prefix makes the browser insist on Secure, Path=/ and no Domain (RFC 6265bis). */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-tijdig_session' : 'tijdig_session'
}

/** Set-Cookie value for the session of the last sign-in, or for an ended one when the token is empty. */
export function sessionCookie(baseUrl: string, token: string): string {
  return cookieOf(sessionCookieName(baseUrl), baseUrl, token)
}

/** Set-Cookie value for a session beside those of other organizations; likewise. */
export function namedSessionCookie(baseUrl: string, organization: string, token: string): string {
  return cookieOf(nameFor(organization, baseUrl), baseUrl, token)
}

/** Set-Cookie values for a new session of staff: the last sign-in, and that of its organization. */
export function sessionCookies(baseUrl: string, organization: string, token: string): string[] {
  return [sessionCookie(baseUrl, token), namedSessionCookie(baseUrl, organization, token)]
}

/** Set-Cookie values that end all sessions a Cookie header names, but not those of some organizations. */
export function endedNamedCookies(
  cookie: string | undefined,
  baseUrl: string,
  kept: readonly string[] = [],
): readonly string[] {
  return namedTokens(cookie, baseUrl)
    .filter(({ organization }) => !kept.includes(organization))
    .map(({ organization }) => namedSessionCookie(baseUrl, organization, ''))
}

/** Whether a Cookie header names a session, which may have ended. */
export function hasSession(cookie: string | undefined, baseUrl: string): boolean {
  return tokenIn(cookie, sessionCookieName(baseUrl)) !== undefined
}

/**
 * The session token of a Cookie header: 43 base64url characters. On https only the `__Host-` names count: the others
 * could have been set by a sibling sub-domain.
 *
 * @param organization whose session; where there is none beside others, that of the last sign-in, which may be of another
 *   organization. Null: that of the last sign-in.
 */
export function sessionTokenOf(cookie: string | undefined, baseUrl: string, organization: string | null): string {
  const named = organization === null ? undefined : tokenIn(cookie, nameFor(organization, baseUrl))
  const token = named ?? tokenIn(cookie, sessionCookieName(baseUrl))
  if (token === undefined) throw new AppError('UNAUTHENTICATED')
  return token
}

/** The sessions that lie beside each other in a Cookie header, which may have ended. */
export function namedTokens(
  cookie: string | undefined,
  baseUrl: string,
): readonly { readonly organization: string; readonly token: string }[] {
  const before = `${sessionCookieName(baseUrl)}_`
  return pairsOf(cookie).flatMap(({ name, value }) => {
    if (!name.startsWith(before) || !isToken.test(value)) return []
    const organization = name.slice(before.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return isId(organization) ? [{ organization, token: value }] : []
  })
}

function nameFor(organization: string, baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}_${organization.replaceAll('-', '')}`
}

function cookieOf(name: string, baseUrl: string, token: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = token === '' ? '; Max-Age=0' : ''
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

const isToken = /^[A-Za-z0-9_-]{43}$/

function tokenIn(cookie: string | undefined, name: string): string | undefined {
  const value = cookieNamed(name, cookie)
  return value !== undefined && isToken.test(value) ? value : undefined
}

/** The value of one cookie in a Cookie header; undefined when it is not there. */
export function cookieNamed(name: string, cookie: string | undefined): string | undefined {
  return pairsOf(cookie).find((pair) => pair.name === name)?.value
}

function pairsOf(cookie: string | undefined): { readonly name: string; readonly value: string }[] {
  return (cookie?.split(';') ?? []).map((pair) => {
    const [name = '', ...rest] = pair.trim().split('=')
    return { name, value: rest.join('=') }
  })
}
