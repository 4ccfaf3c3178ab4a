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
