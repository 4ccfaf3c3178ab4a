import { isIP } from 'node:net'

import type { HandOver } from '#/ports/delivery.ts'

type Refused = Extract<HandOver, { outcome: 'refused' }>

/** Keeps every environment but production from sending to people who did not ask for it. */
export type DestinationGuard = {
  /**
   * Parses an adapter's base URL.
   * Throws one sentence naming the option when it is malformed, or plain http in production.
   */
  readonly baseUrl: (optionName: string, value: string) => URL
  /**
   * The refusal to return instead of sending, or null when the send may go ahead. Outside production only twins on the
   * loopback, and destinations on the allow-list, are ever sent to.
   */
  readonly refusal: (baseUrl: URL, destination: string) => Refused | null
  /** Whether real people may be sent to. */
  readonly isProduction: boolean
}

/**
 * Only the exact word `production` lifts the guard, so that a misspelt environment keeps it.
 * `allowedDestinations` holds E.164 numbers and e-mail addresses; e-mail addresses match regardless of case.
 */
export function destinationGuard(options: {
  readonly environment: string
  readonly allowedDestinations: readonly string[]
}): DestinationGuard {
  const isProduction = options.environment === 'production'
  const allowed = new Set(options.allowedDestinations.map(normalized))
  return {
    isProduction,
    baseUrl: (optionName, value) => {
      if (!URL.canParse(value)) throw new Error(`${optionName} is not a URL.`)
      const url = new URL(value)
      if (isProduction && url.protocol === 'http:') throw new Error(`${optionName} must use https in production.`)
      return url
    },
    refusal: (baseUrl, destination) =>
      isProduction || isLoopback(baseUrl.hostname) || allowed.has(normalized(destination)) ? null : testModeRefusal,
  }
}

const testModeRefusal: Refused = {
  outcome: 'refused',
  permanent: true,
  reason: 'test_mode',
  providerCode: null,
  retryAfterSeconds: null,
}

/** Names are never resolved here: a name that points at the loopback today may point elsewhere tomorrow. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function normalized(destination: string): string {
  return destination.trim().toLowerCase()
}
