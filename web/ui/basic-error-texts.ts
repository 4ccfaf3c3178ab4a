import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#/kernel/errors.ts'

export type ErrorText = { readonly title: MessageDescriptor; readonly advice: MessageDescriptor }

/** What is told where no answer of the server says anything. */
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
  unforeseen: {
    title: msg`Something went wrong here.`,
    advice: msg`Reload the page. If this keeps happening, tell us what you did.`,
  },
} as const satisfies Record<string, ErrorText>

const ended: ErrorText = { title: msg`You are signed out.`, advice: msg`Sign in again to continue.` }

/** What first pages meet: nobody is signed in, an old link; and what stands in for all others. */
export const basicTexts = {
  UNAUTHENTICATED: ended,
  SESSION_EXPIRED: ended,
  INVALID_RECIPIENT_SESSION: ended,
  NOT_FOUND: {
    title: msg`Not found.`,
    advice: msg`It does not exist, or it belongs to another organization.`,
  },
  INTERNAL_ERROR: {
    title: msg`This did not work.`,
    advice: msg`This is our fault, not yours. Try again in a minute. With the number below, support can find out what happened.`,
  },
} as const satisfies Partial<Record<ErrorCode, ErrorText>>
