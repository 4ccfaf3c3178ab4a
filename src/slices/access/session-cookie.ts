import { AppError } from '#/kernel/errors.ts'

/** On https the `__Host-` prefix makes the browser insist on Secure, Path=/ and no Domain (RFC 6265bis). */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-tijdig_session' : 'tijdig_session'
}

/** Set-Cookie value for a new session, or for an ended one when the token is empty. */
export function sessionCookie(baseUrl: string, token: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = token === '' ? '; Max-Age=0' : ''
  return `${sessionCookieName(baseUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

/** Whether a Cookie header names a session, which may have ended. */
export function hasSession(cookie: string | undefined, baseUrl: string): boolean {
  return tokenIn(cookie, baseUrl) !== undefined
}

/**
 * The session token of a Cookie header: 43 base64url characters. On https only the `__Host-` name counts: the other one
 * could have been set by a sibling sub-domain.
 */
export function sessionTokenOf(cookie: string | undefined, baseUrl: string): string {
  const token = tokenIn(cookie, baseUrl)
  if (token === undefined) throw new AppError('UNAUTHENTICATED')
  return token
}

function tokenIn(cookie: string | undefined, baseUrl: string): string | undefined {
  return /^[A-Za-z0-9_-]{43}$/.exec(cookieNamed(sessionCookieName(baseUrl), cookie) ?? '')?.[0]
}

/** The value of one cookie in a Cookie header; undefined when it is not there. */
export function cookieNamed(name: string, cookie: string | undefined): string | undefined {
  return cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
