import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/**
 * JSON lines on stdout. What may be logged is ids, codes, counts and durations: never names, contact data, message
 * texts, codes, tokens, request bodies or URLs with a query. Errors are reduced to type, code and stack.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Database errors quote values in `detail` and `message`; only what names the fault is kept. */
function describeError(error: Error & { code?: string; constraint?: string; table?: string }): object {
  const isFromDatabase = typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
  return {
    type: error.name,
    code: error.code,
    constraint: error.constraint,
    table: error.table,
    message: isFromDatabase ? undefined : error.message,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 12)
      .join('\n'),
  }
}
