import { ApiError, ConnectionError, PartMissing } from '#web/api/api-error.ts'
import { basicTexts, connectionTexts, type ErrorText } from './basic-error-texts.ts'
import { StoredAsFirstSent } from './change/refusals.ts'
import type * as ErrorCodes from './error-codes.tsx'

/** What an error means to people, and what they can do about it. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) return basicTextOf(error.code) ?? codes?.textOfCode(error) ?? basicTexts.INTERNAL_ERROR
  const { unreachable, late, partMissing, unforeseen } = connectionTexts
  if (error instanceof StoredAsFirstSent) return error.text
  if (error instanceof ConnectionError) return error.isLate ? late : unreachable
  // Code that is loaded when it is first needed does not come either.
  if (!navigator.onLine) return unreachable
  if (error instanceof PartMissing) return partMissing
  return unforeseen
}

let codes: typeof ErrorCodes | null = null

/** Loads the sentence of a code, before anybody is told of the error. Where it does not come, that of a failure stands in. */
export async function prepareErrorText(code: ApiError['code']): Promise<void> {
  if (codes !== null || basicTextOf(code) !== undefined) return
  codes = await import('./error-codes.tsx').catch(() => null)
}

function basicTextOf(code: ApiError['code']): ErrorText | undefined {
  return code in basicTexts ? basicTexts[code as keyof typeof basicTexts] : undefined
}
