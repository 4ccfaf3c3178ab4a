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
    advice: msg`Reload the page. If this keeps happening, tell us what you did.`,
  }
}

const unreachable: ErrorText = {
  title: msg`No connection.`,
  advice: msg`The server did not answer, so we don’t know whether this worked. Check your connection and look again.`,
}

/** Every error that people can meet, each once, for the page that explains them. */
export function explainedErrors(): readonly ErrorText[] {
  return [...new Set([unreachable, ...[401, 403, 409, 429, 500, 400].map(byStatus), ...Object.values(byCode)])]
}

function byStatus(status: number): ErrorText {
  if (status === 401) return ended
  if (status === 403)
    return { title: msg`You do not have permission to do this.`, advice: msg`Ask whoever manages your organization.` }
  if (status === 409)
    return {
      title: msg`This is not possible now.`,
      advice: msg`It has changed in the meantime. Check how things stand now.`,
    }
  if (status === 429) return { title: msg`Too many requests at once.`, advice: msg`Wait a minute and try again.` }
  if (status >= 500)
    return {
      title: msg`This did not work.`,
      advice: msg`This is our fault, not yours. Try again in a minute. With the number below, support can find out what happened.`,
    }
  return { title: msg`This is not right yet.`, advice: msg`Check what you have entered.` }
}

const ended: ErrorText = { title: msg`You are signed out.`, advice: msg`Sign in again to continue.` }
const changed: ErrorText = {
  title: msg`Somebody else changed this.`,
  advice: msg`Compare it with the current version and save again.`,
}

const byCode: Partial<Record<ErrorCode, ErrorText>> = {
  SIGN_IN_CODE_INVALID: {
    title: msg`This code is not right.`,
    advice: msg`The code is wrong, has expired or was already used. Check it, or ask for a new one.`,
  },
  SIGN_IN_THROTTLED: {
    title: msg`Too many codes were requested.`,
    advice: msg`Wait a few minutes before you ask for another one.`,
  },
  NOT_FOUND: {
    title: msg`Not found.`,
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
    advice: msg`Change it there and it will be updated here.`,
  },
  APPOINTMENT_IN_PAST: { title: msg`This appointment is over.`, advice: msg`Past appointments cannot be changed.` },
  NAME_TAKEN: { title: msg`This name is in use.`, advice: msg`Choose another name.` },
  VOICE_AGENT_NOT_CONFIGURED: {
    title: msg`Voice is not set up here.`,
    advice: msg`You can do everything on the other pages. Whoever manages Tijdig for you can set this up.`,
  },
  VOICE_AGENT_VERSION_MISSING: {
    title: msg`Voice is not set up completely.`,
    advice: msg`Tell whoever manages Tijdig for you. You can do everything on the other pages.`,
  },
  VOICE_CONFIGURATION_INVALID: {
    title: msg`Voice is not set up securely.`,
    advice: msg`Conversations are not possible until this is fixed. Tell whoever manages Tijdig for you.`,
  },
  VOICE_PROVIDER_UNAVAILABLE: {
    title: msg`The voice service does not answer.`,
    advice: msg`Try again in a few minutes. You can do everything on the other pages.`,
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
