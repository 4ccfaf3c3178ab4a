/** What the doctor found of one thing. */
export type Check = {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  /** The state, in one sentence without secrets or personal data. */
  readonly finding: string
  /** What to do; null when nothing needs to be done. */
  readonly advice: string | null
}

export function ok(name: string, finding: string): Check {
  return { name, status: 'ok', finding, advice: null }
}

export function warn(name: string, finding: string, advice: string): Check {
  return { name, status: 'warn', finding, advice }
}

export function fail(name: string, finding: string, advice: string): Check {
  return { name, status: 'fail', finding, advice }
}
