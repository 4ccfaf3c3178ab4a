import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ErrorCode } from '#/kernel/errors.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { basicTexts, connectionTexts, type ErrorText } from './basic-error-texts.ts'

// A part of its own, loaded with the first error that needs it: a page that meets none has no use for these sentences.

/** What the server's refusal means, with the wait that it asks for, where it does. */
export function textOfCode({ code, retryAfterSeconds: seconds }: ApiError): ErrorText {
  const text = byCode[code] ?? outdated
  if (seconds === null || (text !== tooMany && text !== tooManyCodes)) return text
  return { title: text.title, advice: waitOf(seconds) }
}

/** Said of `StoredAsFirstSent`. */
export const storedAsFirstSent = {
  title: msg`This was already stored, as you first sent it.`,
  advice: msg`The answer was lost then. What you typed since is not stored: change it where it is stored now.`,
} as const satisfies ErrorText

/** Every error that people can meet, each once, for the page that explains them. */
export function explainedErrors(): readonly ErrorText[] {
  return [...new Set([...Object.values(connectionTexts), storedAsFirstSent, ...Object.values(byCode)])]
}

function waitOf(seconds: number): MessageDescriptor {
  const minutes = Math.ceil(seconds / 60)
  return seconds <= 90
    ? msg`${plural(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' })}`
    : msg`${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })}`
}

const changed: ErrorText = {
  title: msg`Somebody else changed this.`,
  advice: msg`Compare it with the current version and save again.`,
}
const tooMany: ErrorText = { title: msg`Too many requests at once.`, advice: msg`Wait a minute and try again.` }
const tooManyCodes: ErrorText = {
  title: msg`Too many codes were requested.`,
  advice: msg`Wait a few minutes before you ask for another one.`,
}
/** What our pages never send, unless they are older than the server. */
const outdated: ErrorText = {
  title: msg`This page and the server do not fit together.`,
  advice: msg`The page may be older than the server. Reload it and try again.`,
}

/** Each code has its own, here or among those of every page: a new code does not compile without one. */
const byCode: Readonly<Record<ErrorCode, ErrorText>> = {
  ...basicTexts,
  VALIDATION_FAILED: { title: msg`This is not right yet.`, advice: msg`Check what you have entered.` },
  MALFORMED_JSON: outdated,
  UNKNOWN_FIELD: outdated,
  METHOD_NOT_ALLOWED: outdated,
  UNSUPPORTED_MEDIA_TYPE: outdated,
  CSRF_REQUIRED: outdated,
  PAGE_TOKEN_INVALID: {
    title: msg`This page of the list is no longer there.`,
    advice: msg`Go to the first page and look from there.`,
  },
  TIMEZONE_UNKNOWN: { title: msg`This time zone is not known.`, advice: msg`Choose one from the list.` },
  HUMAN_CONFIRMATION_REQUIRED: {
    title: msg`Somebody has to confirm this.`,
    advice: msg`Look at what is proposed, and confirm it yourself.`,
  },
  EXPLICIT_CONSENT_REQUIRED: { title: msg`You have not agreed yet.`, advice: msg`Agree first, then try again.` },
  BROWSER_SESSION_REQUIRED: basicTexts.UNAUTHENTICATED,
  API_KEY_EXPIRED: basicTexts.UNAUTHENTICATED,
  API_KEY_REVOKED: basicTexts.UNAUTHENTICATED,
  API_KEY_REQUIRED: outdated,
  SIGN_IN_CODE_INVALID: {
    title: msg`This code is not right.`,
    advice: msg`The code is wrong, has expired or was already used. Check it, or ask for a new one.`,
  },
  SIGN_IN_THROTTLED: tooManyCodes,
  FRESH_PROOF_REQUIRED: {
    title: msg`Please confirm that it is you.`,
    advice: msg`You signed in a while ago. Give a code or a passkey, then try again.`,
  },
  ROLE_FORBIDDEN: {
    title: msg`This account cannot do this.`,
    advice: msg`Sign out, and sign in with the account that can.`,
  },
  SCOPE_MISSING: {
    title: msg`You do not have permission to do this.`,
    advice: msg`Ask whoever manages your organization.`,
  },
  IP_NOT_ALLOWED: {
    title: msg`You cannot come in from this network.`,
    advice: msg`This organization lets its staff in from its own networks only. Connect to one of them and try again.`,
  },
  ASSIGNMENT_INACTIVE: {
    title: msg`You no longer have access to this organization.`,
    advice: msg`Ask whoever manages your organization.`,
  },
  TENANT_INACTIVE: { title: msg`This organization is not active.`, advice: msg`Ask Tijdig to activate it.` },
  GLOBAL_RESOURCE_READ_ONLY: {
    title: msg`This is the same for every organization.`,
    advice: msg`It cannot be changed. Add one of your own.`,
  },
  RECIPIENT_SESSION_NOT_LINKED: {
    title: msg`We are still checking who you are.`,
    advice: msg`Signing in again does not help. You get a text message as soon as it is done.`,
  },
  VERSION_CONFLICT: changed,
  PRECONDITION_FAILED: changed,
  STATE_CONFLICT: {
    title: msg`This is not possible now.`,
    advice: msg`It may be over, or somebody may have been first. Check how things stand now.`,
  },
  REQUEST_ID_REUSED: {
    title: msg`This was already stored.`,
    advice: msg`It was stored as you first sent it. Look at that before you send it again.`,
  },
  REQUEST_ALREADY_OPEN: {
    title: msg`There is a request already.`,
    advice: msg`Wait for the answer to it, or withdraw it first.`,
  },
  APPOINTMENT_SOURCE_MANAGED: {
    title: msg`This appointment comes from another system.`,
    advice: msg`Change it there and it will be updated here.`,
  },
  APPOINTMENT_IN_PAST: { title: msg`This appointment is over.`, advice: msg`Past appointments cannot be changed.` },
  NAME_TAKEN: { title: msg`This name is in use.`, advice: msg`Choose another name.` },
  PROPOSAL_EXPIRED: {
    title: msg`The ten minutes are over.`,
    advice: msg`Nothing was changed. Ask for it again.`,
  },
  BODY_TOO_LARGE: {
    title: msg`This is too much at once.`,
    advice: msg`Make it shorter or smaller, and try again.`,
  },
  RATE_LIMITED: tooMany,
  COMPANY_LOOKUP_REPEATED: { title: msg`This was looked up already.`, advice: msg`Start a new look-up.` },
  SERVICE_UNAVAILABLE: {
    title: msg`Tijdig cannot be reached for a moment.`,
    advice: msg`Try again in a minute. With the number below, support can find out what happened.`,
  },
  PROVIDER_UNAVAILABLE: {
    title: msg`The other service did not answer.`,
    advice: msg`Nothing is lost. Try again in a few minutes.`,
  },
  NOT_CONFIGURED: {
    title: msg`This is not set up here.`,
    advice: msg`Whoever manages Tijdig for you can set it up.`,
  },
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
  RECIPIENT_SESSION_CONFIGURATION_INVALID: {
    title: msg`Signing in is not possible at the moment.`,
    advice: msg`This is our fault, and we are fixing it. Your appointments are not affected.`,
  },
}
