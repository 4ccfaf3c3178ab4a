import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type {
  CompanyAnswer,
  CompanyLookupFailure,
  CompanyProvider,
  CompanySearch,
  LookupCall,
} from '#/ports/companies.ts'
import { companyDetailOf, foundCompaniesOf } from './dnb-answer.ts'
import { dnbTokens } from './dnb-token.ts'
import { hasHouseNumber } from './house-number.ts'
import type { DestinationGuard } from '#/providers/destination-guard.ts'
import { callVendor, type VendorCall } from '#/providers/vendor-call.ts'

export type DnbOptions = {
  /** Default https://plus.dnb.com; a path prefix is kept. */
  readonly baseUrl?: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly guard: DestinationGuard
}

/** Contract: at most ten companies in one answer. */
const resultsMax = 10
/** D&B does not match house numbers, so all candidates of a postal code are fetched and filtered here. */
const addressCandidatesMax = 100
/** A busy provider is not waited for longer than this; the person tries again. */
const longestPauseMs = 5_000

/**
 * Dun & Bradstreet Direct+ (https://directplus.documentation.dnb.com): cleanseMatch for the search, the company
 * information block for one company. A token that is refused is renewed once; a busy provider is asked once more.
 */
export function dnbCompanies({ guard, consumerKey, consumerSecret, ...options }: DnbOptions): CompanyProvider {
  const baseUrl = guard.baseUrl('The D&B base URL', options.baseUrl ?? 'https://plus.dnb.com')
  const at = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const url = new URL(`${baseUrl.pathname.replace(/\/$/, '')}${path}`, baseUrl)
    url.search = new URLSearchParams(query).toString()
    return url
  }
  const stopped = new AbortController()
  const tokens = dnbTokens({ url: at('/v3/token'), consumerKey, consumerSecret })

  async function get(url: URL, of: LookupCall): Promise<VendorCall | CompanyLookupFailure> {
    const call = { ...of, signal: AbortSignal.any([of.signal, stopped.signal]) }
    let isRenewed = false
    let isRepeated = false
    for (;;) {
      const token = await tokens.current(call)
      if (!token.isGiven) return token.errorCode
      await call.onProgress()
      const headers = { accept: 'application/json', authorization: `Bearer ${token.value}` }
      const answer = await callVendor(url, { headers }, call.signal, call.onProgress)
      if (!answer.answered) return answer
      if (answer.status === 401 && !isRenewed) {
        isRenewed = true
        tokens.forget(token.value)
        continue
      }
      const pauseMs = (answer.retryAfterSeconds ?? 0.5) * 1_000
      if (!busyStatuses.has(answer.status) || isRepeated || pauseMs > longestPauseMs) return answer
      isRepeated = true
      await sleep(pauseMs, undefined, { signal: call.signal }).catch(onlyAborted)
    }
  }

  return {
    async search(search, call) {
      const answer = await get(at('/v1/match/cleanseMatch', matchQuery(search)), call)
      return read(answer, [], (body) => {
        const found = foundCompaniesOf(body)
        if (found === null) return null
        const wanted =
          search.mode === 'address' ? found.filter(({ address }) => hasHouseNumber(address, search.houseNumber)) : found
        return { result: wanted.slice(0, resultsMax) }
      })
    },

    async detail(duns, call) {
      const url = at(`/v1/data/duns/${encodeURIComponent(duns)}`, { blockIDs: 'companyinfo_L2_v1' })
      return read(await get(url, call), null, (body) => companyDetailOf(body, duns))
    },

    stop: () => stopped.abort(),
  }
}

/** 6256 is D&B's code for a KvK number. */
function matchQuery(search: CompanySearch): Record<string, string> {
  const dutch = { countryISOAlpha2Code: 'NL' }
  if (search.mode === 'kvk') return { ...dutch, registrationNumber: search.kvk, registrationNumberType: '6256' }
  if (search.mode === 'name')
    return {
      ...dutch,
      name: search.name,
      candidateMaximumQuantity: String(resultsMax),
      confidenceLowerLevelThresholdValue: '4',
    }
  return {
    ...dutch,
    postalCode: search.postalCode.replaceAll(/\s/g, '').toUpperCase(),
    candidateMaximumQuantity: String(addressCandidatesMax),
  }
}

/** Too many requests, service unavailable, gateway timeout: the only statuses that may pass by themselves. */
const busyStatuses = new Set([429, 503, 504])

/** What D&B says when it refuses; a 404 without it comes from somewhere else, such as a wrong base URL. */
const problem = Type.Object({ error: Type.Object({ errorCode: Type.String({ minLength: 1 }) }) })

/** Reads an answer. D&B answers 404 when nothing was found, which gives `none`. */
function read<T>(
  answer: VendorCall | CompanyLookupFailure,
  none: T,
  parse: (body: unknown) => { readonly result: T } | null,
): CompanyAnswer<T> {
  if (typeof answer === 'string') return { outcome: 'failed', errorCode: answer }
  if (!answer.answered) return { outcome: 'failed', errorCode: 'PROVIDER_UNAVAILABLE' }
  if (answer.status === 404)
    return fits(problem, answer.body)
      ? { outcome: 'answered', result: none }
      : { outcome: 'failed', errorCode: 'PROVIDER_ANSWER_INVALID' }
  if (answer.status < 200 || answer.status >= 300) return { outcome: 'failed', errorCode: failureOf(answer.status) }
  const parsed = parse(answer.body)
  return parsed
    ? { outcome: 'answered', result: parsed.result }
    : { outcome: 'failed', errorCode: 'PROVIDER_ANSWER_INVALID' }
}

function failureOf(status: number): CompanyLookupFailure {
  if (status === 401) return 'PROVIDER_AUTH'
  if (status === 429) return 'PROVIDER_RATE_LIMITED'
  return status >= 400 && status < 500 && status !== 408 ? 'PROVIDER_REJECTED' : 'PROVIDER_UNAVAILABLE'
}

/** An aborted pause is no error: the call that follows sees the signal itself. */
function onlyAborted(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
