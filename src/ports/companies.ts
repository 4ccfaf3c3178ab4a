/** What a holder may look a Dutch company up by. */
export type CompanySearch =
  | { readonly mode: 'name'; readonly name: string }
  | { readonly mode: 'kvk'; readonly kvk: string }
  | { readonly mode: 'address'; readonly postalCode: string; readonly houseNumber: string }

/** One company found; texts are at most 500 characters, empty where the register has none. Never a telephone number. */
export type FoundCompany = {
  /** Nine digits. */
  readonly duns: string
  readonly primaryName: string
  readonly tradeNames: readonly string[]
  readonly registrationNumber: string
  readonly address: string
  readonly postalCode: string
  readonly city: string
  readonly countryCode: 'NL'
}

/** What registration needs to know of one company, and no more. */
export type CompanyDetail = {
  readonly duns: string
  readonly primaryName: string
  readonly primaryAddress: {
    readonly line1: string
    readonly line2: string
    readonly postalCode: string
    readonly city: string
    readonly countryCode: 'NL'
  }
  readonly registrationNumbers: readonly { readonly number: string; readonly type: 'KvK' }[]
  readonly industryCodes: readonly {
    readonly code: string
    readonly label: string
    readonly type: string
    /** 1 is the main activity, counted per type. */
    readonly priority: number | null
  }[]
}

/** Why a look-up failed: what its progress shows. Never what was looked for. */
export type CompanyLookupFailure =
  | 'PROVIDER_UNAVAILABLE'
  | 'PROVIDER_RATE_LIMITED'
  | 'PROVIDER_AUTH'
  | 'PROVIDER_REJECTED'
  | 'PROVIDER_ANSWER_INVALID'

export type CompanyAnswer<T> =
  | { readonly outcome: 'answered'; readonly result: T }
  | { readonly outcome: 'failed'; readonly errorCode: CompanyLookupFailure }

/** The caller's side of one look-up. */
export type LookupCall = {
  /** Ends every call of this look-up. */
  readonly signal: AbortSignal
  /** Called and awaited whenever a call to the provider starts and when its answer begins to arrive. */
  readonly onProgress: () => Promise<void>
}

/** A register of Dutch companies. */
export type CompanyProvider = {
  /** At most ten companies, the best match first. */
  search(search: CompanySearch, call: LookupCall): Promise<CompanyAnswer<readonly FoundCompany[]>>
  /** The company with this DUNS number; null when there is none, or it is not Dutch. */
  detail(duns: string, call: LookupCall): Promise<CompanyAnswer<CompanyDetail | null>>
  /** Ends the calls in hand, because the process has to end. */
  stop(): void
}
