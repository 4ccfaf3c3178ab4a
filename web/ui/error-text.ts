import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '#/kernel/errors.ts'
import { ApiError, ConnectionError } from '#web/api/api-error.ts'

export type ErrorText = { readonly title: MessageDescriptor; readonly advice: MessageDescriptor }

/** What an error means to people, and what they can do about it. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) return byCode[error.code] ?? byStatus(error.status)
  // Code that is loaded when it is first needed does not come either.
  if (error instanceof ConnectionError || !navigator.onLine) return unreachable
  return {
    title: msg`Something went wrong here.`,
    advice: msg`Load the page again. If it stays, tell us what you did.`,
  }
}

const unreachable: ErrorText = {
  title: msg`No connection.`,
  advice: msg`The server did not answer, so it is not certain what became of this. Check your connection and look again.`,
}

/** Every error that people can meet, each once, for the page that explains them. */
export function explainedErrors(): readonly ErrorText[] {
  return [...new Set([unreachable, ...[401, 403, 409, 429, 500, 400].map(byStatus), ...Object.values(byCode)])]
}

function byStatus(status: number): ErrorText {
  if (status === 401) return ended
  if (status === 403) return { title: msg`You may not do this.`, advice: msg`Ask whoever manages your organization.` }
  if (status === 409)
    return { title: msg`This is not possible now.`, advice: msg`It has changed meanwhile. Look at how it stands.` }
  if (status === 429) return { title: msg`Too much at once.`, advice: msg`Wait a minute and try again.` }
  if (status >= 500)
    return {
      title: msg`This did not work.`,
      advice: msg`It is our fault, not yours. Try again in a minute; with the number below, support finds what happened.`,
    }
  return { title: msg`This is not right yet.`, advice: msg`Check what you filled in.` }
}

const ended: ErrorText = { title: msg`You are signed out.`, advice: msg`Sign in again to go on.` }
const changed: ErrorText = {
  title: msg`Somebody else changed this.`,
  advice: msg`Compare with how it stands now, and save again.`,
}

const byCode: Partial<Record<ErrorCode, ErrorText>> = {
  SIGN_IN_CODE_INVALID: {
    title: msg`This code is not right.`,
    advice: msg`It is wrong, too old or used before. Check it, or have a new one sent.`,
  },
  SIGN_IN_THROTTLED: {
    title: msg`Too many codes were asked for.`,
    advice: msg`Wait a few minutes before you ask for another one.`,
  },
  NOT_FOUND: {
    title: msg`This is not there.`,
    advice: msg`It does not exist, or it belongs to another organization.`,
  },
  TENANT_INACTIVE: {
    title: msg`This organization is not active.`,
    advice: msg`Ask Tijdig to activate it.`,
  },
  VERSION_CONFLICT: changed,
  PRECONDITION_FAILED: changed,
  APPOINTMENT_SOURCE_MANAGED: {
    title: msg`This appointment comes from another system.`,
    advice: msg`Change it there; the change follows here.`,
  },
  APPOINTMENT_IN_PAST: { title: msg`This appointment has been.`, advice: msg`What is past cannot be changed.` },
  NAME_TAKEN: { title: msg`This name is in use.`, advice: msg`Choose another one.` },
  VOICE_AGENT_NOT_CONFIGURED: {
    title: msg`Voice is not set up here.`,
    advice: msg`Everything can be done on the other pages. Whoever manages Tijdig for you can set it up.`,
  },
  VOICE_AGENT_VERSION_MISSING: {
    title: msg`Voice is not set up completely.`,
    advice: msg`Tell whoever manages Tijdig for you. Everything can be done on the other pages.`,
  },
  VOICE_CONFIGURATION_INVALID: {
    title: msg`Voice is set up in a way that is not safe.`,
    advice: msg`No conversation is held until that is mended. Tell whoever manages Tijdig for you.`,
  },
  VOICE_PROVIDER_UNAVAILABLE: {
    title: msg`The voice service does not answer.`,
    advice: msg`Try again in a few minutes. Everything can be done on the other pages.`,
  },
  PROPOSAL_EXPIRED: {
    title: msg`The ten minutes are over.`,
    advice: msg`Nothing was changed. Ask for it again.`,
  },
  PROVIDER_UNAVAILABLE: {
    title: msg`The other service did not answer.`,
    advice: msg`Nothing is lost. Try again in a few minutes.`,
  },
}
