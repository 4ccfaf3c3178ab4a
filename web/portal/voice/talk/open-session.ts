import { ApiError, ConnectionError } from '#web/api/api-error.ts'
import { call, callLeaving, type DataOf } from '#web/api/client.ts'
import type { Locale } from '#web/ui/language/locales.ts'

type Session = DataOf<'createHolderVoiceSession'>

const pollMs = 1_000
const pollsMax = 30

/**
 * Opens a session and polls it until it is ready.
 *
 * @returns its signed URL
 * @throws ApiError when there is no agent, or it cannot be reached
 */
export async function openSession(platformHolderId: string, clientRequestId: string, locale: Locale): Promise<string> {
  let session = await created(platformHolderId, clientRequestId, locale)
  for (let poll = 0; session.status === 'starting' && poll < pollsMax; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    session = await call('getHolderVoiceSession', { params: { platformHolderId, clientRequestId } })
  }
  if (session.status !== 'ready' || session.signedUrl === null)
    throw new ConnectionError(`The session is ${session.status}`)
  return session.signedUrl
}

/** Says that a conversation is over, so that it no longer counts among those somebody may have open. */
export async function endSession(platformHolderId: string, clientRequestId: string): Promise<void> {
  await callLeaving('createHolderVoiceSession', {
    params: { platformHolderId },
    body: { clientRequestId, ended: true },
  }).catch(ignored)
}

/** Where it cannot be said the conversation counts for half an hour, and there is nobody to tell. */
function ignored(error: unknown): void {
  if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error
}

/** When the answer was lost, reads the session by the id of the request. */
async function created(platformHolderId: string, clientRequestId: string, locale: Locale): Promise<Session> {
  try {
    return await call('createHolderVoiceSession', { params: { platformHolderId }, body: { clientRequestId, locale } })
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return call('getHolderVoiceSession', { params: { platformHolderId, clientRequestId } })
  }
}
