import type { CalendarFailure, CalendarGrant, CalendarReader } from './calendar.ts'

export type OAuthGrant = Extract<CalendarGrant, { kind: 'oauth' }>

/** The owner's answer at the provider, exchanged for a grant. */
export type Exchange =
  | { readonly outcome: 'granted'; readonly grant: OAuthGrant }
  /** The owner said no. */
  | { readonly outcome: 'denied' }
  /** The owner granted less than reading needs; the grant is useless, and should be revoked. */
  | { readonly outcome: 'permission_missing'; readonly grant: OAuthGrant }
  /** The provider does not accept the answer: its code is used, expired or made up. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unavailable' }

/**
 * Asks an account's owner for permission by OAuth 2.0 with PKCE (RFC 6749, RFC 7636), and keeps that permission fresh.
 * Outcomes of the outside world are data. Instants come from the caller's clock.
 */
export type CalendarAuthorizer = {
  readonly name: 'google_calendar' | 'microsoft_365'
  /** Where the owner is sent to. */
  authorizationUrl(request: {
    readonly state: string
    readonly codeVerifier: string
    readonly redirectUrl: string
  }): Promise<URL>
  /** @param request.answerUrl the whole URL the owner came back to */
  exchange(
    request: {
      readonly answerUrl: URL
      readonly state: string
      readonly codeVerifier: string
      readonly now: Temporal.Instant
    },
    signal: AbortSignal,
  ): Promise<Exchange>
  /** A new access token, and a new refresh token where the provider gives one. */
  refresh(
    grant: OAuthGrant,
    now: Temporal.Instant,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'granted'; readonly grant: OAuthGrant } | CalendarFailure>
  /** Ends the permission at the provider; a grant that has ended already counts as revoked. */
  revoke(
    grant: OAuthGrant,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'revoked' | 'not_offered' | 'unavailable' }>
}

/** Every kind of calendar this installation can read; null for what is not configured. */
export type Calendars = {
  readonly google_calendar: { readonly reader: CalendarReader; readonly authorizer: CalendarAuthorizer } | null
  readonly microsoft_365: { readonly reader: CalendarReader; readonly authorizer: CalendarAuthorizer } | null
  readonly caldav: { readonly reader: CalendarReader; readonly authorizer: null } | null
}
