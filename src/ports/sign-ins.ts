/** What the sign-in datastore holds of somebody who proved a number. */
export type HeldSignIn = {
  readonly phoneNumberE164: string
  readonly locale: string | null
  readonly createdAt: Temporal.Instant
  readonly lastSignedInAt: Temporal.Instant | null
  readonly sessions: readonly {
    /** An access token of the app, or a browser's session. */
    readonly kind: 'token' | 'browser'
    readonly createdAt: Temporal.Instant
    readonly lastSeenAt: Temporal.Instant
    readonly expiresAt: Temporal.Instant
    readonly endedAt: Temporal.Instant | null
  }[]
}

/** Somebody who proved a number and can still sign in. */
export type SignedIn = Omit<HeldSignIn, 'sessions'> & { readonly id: string }

/** The sign-in datastore, for operations that need to know who signed in; it may be another database. */
export type SignIns = {
  /** Those of the profiles that can still sign in. */
  findActive(profileIds: readonly string[]): Promise<SignedIn[]>
  /** Those of the profiles that exist, each with its newest 1,000 sessions. */
  list(profileIds: readonly string[]): Promise<HeldSignIn[]>
}

/** Limits on codes beyond those of one number. */
export type SignInLimits = {
  /** ISO 3166-1 alpha-2 of the countries messages are sent to. */
  readonly countries: readonly string[]
  /** Codes per network (IPv4 /24, IPv6 /56) and hour that led to no sign-in; 0 = no limit. */
  readonly perAddressPerHour: number
  /** Messages per country and hour, after which the country is closed for the hour. */
  readonly messagesPerCountryPerHour: number
  /** Messages per hour to all countries, after which none is sent for the hour. */
  readonly messagesPerHour: number
}
