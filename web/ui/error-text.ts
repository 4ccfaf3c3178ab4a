import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError, ConnectionError, PartMissing } from '#web/api/api-error.ts'
import { StoredAsFirstSent } from './change/refusals.ts'

export type ErrorText = { readonly title: MessageDescriptor; readonly advice: MessageDescriptor }

/** What an error means to people, and what they can do about it. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) return basicTextOf(error.code) ?? codes?.textOfCode(error) ?? basicTexts.INTERNAL_ERROR
  const { unreachable, late, partMissing, storedAsFirstSent, unforeseen } = connectionTexts
  if (error instanceof StoredAsFirstSent) return storedAsFirstSent
  if (error instanceof ConnectionError) return error.isLate ? late : unreachable
  // Code that is loaded when it is first needed does not come either.
  if (!navigator.onLine) return unreachable
  if (error instanceof PartMissing) return partMissing
  return unforeseen
}

let codes: typeof import('./error-codes.tsx') | null = null

/** Loads the sentence of a code, before anybody is told of the error. Where it does not come, that of a failure stands in. */
export async function prepareErrorText(code: ApiError['code']): Promise<void> {
  if (codes !== null || basicTextOf(code) !== undefined) return
  codes = await import('./error-codes.tsx').catch(() => null)
}

export const connectionTexts = {
  unreachable: {
    title: msg`No connection.`,
    advice: msg`The server did not answer, so we don’t know whether this worked. Check your connection and look again.`,
  },
  late: {
    title: msg`No answer in time.`,
    advice: msg`We don’t know whether this worked. Try again: nothing is done twice.`,
  },
  partMissing: {
    title: msg`A part of this page is missing.`,
    advice: msg`There is a new version. What you typed is still here: copy what you need, then reload the page.`,
  },
  storedAsFirstSent: {
    title: msg`This was already stored, as you first sent it.`,
    advice: msg`The answer was lost then. What you typed since is not stored: change it where it is stored now.`,
  },
  unforeseen: {
    title: msg`Something went wrong here.`,
    advice: msg`Reload the page. If this keeps happening, tell us what you did.`,
  },
} as const satisfies Record<string, ErrorText>

const ended: ErrorText = { title: msg`You are signed out.`, advice: msg`Sign in again to continue.` }

/** What pages ask about before anybody is signed in, and what stands in for all others. */
export const basicTexts = {
  UNAUTHENTICATED: ended,
  SESSION_EXPIRED: ended,
  INVALID_RECIPIENT_SESSION: ended,
  INTERNAL_ERROR: {
    title: msg`This did not work.`,
    advice: msg`This is our fault, not yours. Try again in a minute. With the number below, support can find out what happened.`,
  },
} as const satisfies Partial<Record<ApiError['code'], ErrorText>>

function basicTextOf(code: ApiError['code']): ErrorText | undefined {
  return code in basicTexts ? basicTexts[code as keyof typeof basicTexts] : undefined
}
