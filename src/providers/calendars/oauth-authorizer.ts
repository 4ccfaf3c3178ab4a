import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretPost,
  Configuration,
  customFetch,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
  WWWAuthenticateChallengeError,
  type TokenEndpointResponse,
} from 'openid-client'
import type { CalendarAuthorizer, OAuthGrant } from '#/ports/calendar-authorization.ts'

export type OAuthOptions = {
  readonly name: CalendarAuthorizer['name']
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  readonly authorizationEndpoint: URL
  readonly tokenEndpoint: URL
  /** Null where the vendor offers none. */
  readonly revocationEndpoint: URL | null
  /** What is asked for, as the vendor writes it. */
  readonly scope: string
  /** The scopes needed to read, as the vendor's answers name them. */
  readonly neededScopes: readonly string[]
  /** Further parameters of the authorization URL. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * OAuth 2.0 for web applications with PKCE. The library checks state, issuer and the shape of answers; here its errors
 * become outcomes.
 */
export function oauthAuthorizer(options: OAuthOptions): CalendarAuthorizer {
  const { name, clientId, clientSecret, revocationEndpoint } = options
  /** Made for each call, because it carries the call's signal. */
  const configuration = (signal?: AbortSignal) => {
    const made = new Configuration(
      {
        issuer: options.issuer,
        authorization_endpoint: options.authorizationEndpoint.href,
        token_endpoint: options.tokenEndpoint.href,
        ...(revocationEndpoint ? { revocation_endpoint: revocationEndpoint.href } : {}),
      },
      clientId,
      undefined,
      ClientSecretPost(clientSecret),
    )
    // Only twins speak plain http: the settings refuse such a URL in production.
    if (options.tokenEndpoint.protocol === 'http:') allowInsecureRequests(made)
    if (signal) {
      made[customFetch] = (url, request) =>
        fetch(url, {
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          redirect: 'manual',
          signal: request.signal ? AbortSignal.any([request.signal, signal]) : signal,
        })
    }
    return made
  }

  return {
    name,

    async authorizationUrl({ state, codeVerifier, redirectUrl }) {
      return buildAuthorizationUrl(configuration(), {
        redirect_uri: redirectUrl,
        scope: options.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...options.parameters,
      })
    },

    async exchange({ answerUrl, state, codeVerifier, now }, signal) {
      try {
        const checks = { expectedState: state, pkceCodeVerifier: codeVerifier, idTokenExpected: false }
        const answer = await authorizationCodeGrant(configuration(signal), answerUrl, checks)
        const grant = grantOf(answer, now, { refreshToken: null, scopes: options.scope.split(' ') })
        if (grant === null) return { outcome: 'refused' }
        const hasAll = options.neededScopes.every((scope) => grant.scopes.some((given) => isSameScope(given, scope)))
        return { outcome: hasAll ? 'granted' : 'permission_missing', grant }
      } catch (error) {
        if (error instanceof AuthorizationResponseError) {
          if (error.error === 'access_denied') return { outcome: 'denied' }
          return { outcome: passingErrors.has(error.error) ? 'unavailable' : 'refused' }
        }
        return { outcome: isRefused(error) || isMalformed(error) ? 'refused' : 'unavailable' }
      }
    },

    async refresh(grant, now, signal) {
      try {
        const answer = await refreshTokenGrant(configuration(signal), grant.refreshToken)
        const refreshed = grantOf(answer, now, grant)
        return refreshed ? { outcome: 'granted', grant: refreshed } : { outcome: 'consent_revoked' }
      } catch (error) {
        return isRefused(error)
          ? { outcome: 'consent_revoked' }
          : { outcome: 'unavailable', retryAfterSeconds: retryAfterOf(error) }
      }
    },

    async revoke(grant, signal) {
      if (!revocationEndpoint) return { outcome: 'not_offered' }
      try {
        await tokenRevocation(configuration(signal), grant.refreshToken, { token_type_hint: 'refresh_token' })
        return { outcome: 'revoked' }
      } catch (error) {
        if (error instanceof ResponseBodyError && error.error === 'invalid_token') return { outcome: 'revoked' }
        return { outcome: isRefused(error) ? 'revoked' : 'unavailable' }
      }
    },
  }
}

/** RFC 6749, section 4.1.2.1: errors that may pass. */
const passingErrors = new Set(['temporarily_unavailable', 'server_error'])

/** Errors of a token endpoint that only the owner can solve; vendors' own texts and numbers are ignored. */
const refusals = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])

/**
 * True when the vendor refused the code or token, false for any other outside failure, which is an outage, as is an answer
 * that says neither. Rethrows programming errors.
 */
function isRefused(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return refusals.has(error.error)
  if (error instanceof WWWAuthenticateChallengeError) return false
  if (error instanceof ClientError) return false
  if (error instanceof DOMException) return false
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) return false
  throw error
}

/** An answer that fits neither the protocol nor what was asked, such as one with another state. */
function isMalformed(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'OAUTH_INVALID_RESPONSE'
}

function retryAfterOf(error: unknown): number | null {
  const response = error instanceof ResponseBodyError ? error.response : (error as { cause?: unknown }).cause
  const header = response instanceof Response ? response.headers.get('retry-after') : null
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}

/** Null without a refresh token: access would end within an hour. */
function grantOf(
  answer: TokenEndpointResponse,
  now: Temporal.Instant,
  before: { readonly refreshToken: string | null; readonly scopes: readonly string[] },
): OAuthGrant | null {
  const refreshToken = answer.refresh_token ?? before.refreshToken
  if (refreshToken === null) return null
  return {
    kind: 'oauth',
    accessToken: answer.access_token,
    // Whole seconds, and no longer than any vendor's token lives.
    accessExpiresAt: now.add({ seconds: Math.min(Math.trunc(answer.expires_in ?? 3_600), 86_400) }),
    refreshToken,
    scopes: answer.scope?.split(' ') ?? before.scopes,
  }
}

/** Microsoft names its scopes with or without the resource, in upper or lower case. */
function isSameScope(given: string, needed: string): boolean {
  return given.toLowerCase() === needed.toLowerCase() || given.toLowerCase().endsWith(`/${needed.toLowerCase()}`)
}
