import { setTimeout as sleep } from 'node:timers/promises'

/** The JSON of an answer; null when it is none, such as the error page of a proxy, whose status then says it all. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Why a call with `fetch` had no answer. */
export function problemOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'the service does not answer in time'
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return `the service cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`
}

/** Retry-After is seconds or a date (RFC 9110, 10.2.3); at most ten minutes. */
export function retryAfterMs(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 600_000) : null
}

/** Waits. @returns false when the signal ended it */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0 && !signal.aborted) {
    await sleep(ms, undefined, { signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  }
  return !signal.aborted
}
