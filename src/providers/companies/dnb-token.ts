import { Type } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { CompanyLookupFailure, LookupCall } from '#/ports/companies.ts'
import { callVendor } from '#/providers/vendor-call.ts'

export type DnbToken =
  | { readonly isGiven: true; readonly value: string }
  | { readonly isGiven: false; readonly errorCode: CompanyLookupFailure }

export type DnbTokens = {
  /** The token in force, fetched when there is none. Concurrent look-ups share one call. */
  current(call: LookupCall): Promise<DnbToken>
  /** Drops this token, so that the next look-up fetches a new one; does nothing once it has been replaced. */
  forget(value: string): void
}

/** A token is dropped a minute before it expires, so that none expires in flight. */
const marginMs = 60_000
/** The shared call belongs to no single look-up, so it has a timeout of its own. */
const tokenTimeoutMs = 30_000

const tokenAnswer = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() })

/** Tokens of Direct+ (POST /v3/token, OAuth 2.0 client credentials); each is valid for a day. */
export function dnbTokens(options: {
  readonly url: URL
  readonly consumerKey: string
  readonly consumerSecret: string
}): DnbTokens {
  const credentials = Buffer.from(`${options.consumerKey}:${options.consumerSecret}`).toString('base64')
  let cached: { readonly value: string; readonly endsAtMs: number } | null = null
  let pending: { readonly token: Promise<DnbToken>; readonly isAnswering: Promise<boolean> } | null = null

  async function fetchToken(onAnswering: () => Promise<void>): Promise<DnbToken> {
    const request = {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    }
    const answer = await callVendor(options.url, request, AbortSignal.timeout(tokenTimeoutMs), onAnswering)
    if (!answer.answered) return refused('PROVIDER_UNAVAILABLE')
    if (answer.status === 429) return refused('PROVIDER_RATE_LIMITED')
    if (answer.status >= 400 && answer.status < 500) return refused('PROVIDER_AUTH')
    if (answer.status !== 200) return refused('PROVIDER_UNAVAILABLE')
    if (!fits(tokenAnswer, answer.body)) return refused('PROVIDER_ANSWER_INVALID')
    const { access_token: value, expires_in: seconds } = answer.body
    cached = { value, endsAtMs: performance.now() + seconds * 1_000 - marginMs }
    return { isGiven: true, value }
  }

  function begin() {
    const { promise: isAnswering, resolve } = Promise.withResolvers<boolean>()
    const token = fetchToken(async () => resolve(true)).finally(() => {
      resolve(false)
      pending = null
    })
    return { token, isAnswering }
  }

  return {
    async current(call) {
      if (cached && cached.endsAtMs > performance.now()) return { isGiven: true, value: cached.value }
      await call.onProgress()
      pending ??= begin()
      const { token, isAnswering } = pending
      const ended = whenAborted(call.signal)
      if ((await Promise.race([isAnswering, ended])) === true) await call.onProgress()
      return Promise.race([token, ended])
    },
    forget(value) {
      if (cached?.value === value) cached = null
    },
  }
}

function refused(errorCode: CompanyLookupFailure): DnbToken {
  return { isGiven: false, errorCode }
}

/** Lets an aborted look-up stop waiting for the call it shares with others. */
function whenAborted(signal: AbortSignal): Promise<DnbToken> {
  return new Promise((resolve) => {
    const end = () => resolve(refused('PROVIDER_UNAVAILABLE'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
