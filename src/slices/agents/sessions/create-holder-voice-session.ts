import { Type } from 'typebox'
import type { StepsCtx } from '#/kernel/context.ts'
import { AppError, type ErrorCode } from '#/kernel/errors.ts'
import { timedOutAfterMs } from '#/kernel/flow/vitality.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation, replayed } from '#/kernel/operation.ts'
import { ClientRequestId, described, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import type { OpenedConversation, VoiceAgent } from '#/ports/voice-agent.ts'
import { refuseBeyondBounds, sessionMinutes } from './session-bounds.ts'
import {
  endSession,
  findSession,
  listRecentSessions,
  startSession,
  storeFailed,
  storeOpened,
  type SessionKey,
  type SessionRow,
} from './session-store.ts'
import { sessionExample, toSession, urlBelongsTo, VoiceSession, type SessionError } from './session-view.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** The agent staff speak with, configured or not. */
    readonly voiceAgent: VoiceAgent
  }
}

export const createHolderVoiceSession = operation({
  operationId: 'createHolderVoiceSession',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/voice/sessions',
  tag: 'Voice control',
  summary: 'Open a conversation with the voice agent',
  description:
    'Keep the clientRequestId: you poll the session by it, and repeating the call after a failure tries again. Problems of the agent or its provider give 503 with a specific code. When it is over, repeat the call with `ended`. A member has five conversations open at most, and opens thirty within an hour: 429 with Retry-After.',
  role: 'platform_holder_user',
  scope: null,
  auth: ['browserSession'],
  keepsNoAnswer: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    locale: Type.Optional(described(Locale, 'Language of the conversation.')),
    ended: Type.Optional(
      Type.Literal(true, {
        description:
          'That the conversation with this clientRequestId is over: it takes no more actions, and no longer counts among the five.',
      }),
    ),
  }),
  success: [201],
  data: VoiceSession,
  errors: [
    'REQUEST_ID_REUSED',
    'VOICE_AGENT_NOT_CONFIGURED',
    'VOICE_CONFIGURATION_INVALID',
    'VOICE_AGENT_VERSION_MISSING',
    'VOICE_PROVIDER_UNAVAILABLE',
  ],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    body: { clientRequestId: sessionExample.clientRequestId, locale: 'nl' },
    data: sessionExample,
  },
}).handleInSteps(async (ctx, { body }) => {
  const { platformHolderId, identity, services } = ctx
  const key = { platformHolderId, actorId: identity.actorId, clientRequestId: body.clientRequestId }
  const view = (row: SessionRow) =>
    toSession(row, { credentialId: identity.credentialId, now: ctx.now, secrets: services.secretsAtRest })
  const { agentVersion } = services.voiceAgent
  const wanted = { ...key, id: newId(), credentialId: identity.credentialId, locale: body.locale ?? null }
  if (body.ended) return view(await end(ctx, key))
  const { session, isMine } = await ctx.step(async ({ tx }) => {
    const [recent, started] = await Promise.all([
      listRecentSessions(tx, key, sessionMinutes),
      startSession(tx, { ...wanted, agentVersion, minutes: sessionMinutes }),
    ])
    if (started) refuseBeyondBounds(recent, ctx.now)
    const found = started ?? (await findSession(tx, key))
    if (!found || found.locale !== wanted.locale) throw new AppError('REQUEST_ID_REUSED')
    return { session: found, isMine: started !== null }
  })
  if (!isMine) return replayed(201, view(session))
  return view(await open(ctx, session))
})

/** @throws AppError NOT_FOUND */
async function end(ctx: StepsCtx, key: SessionKey): Promise<SessionRow> {
  const ended = await ctx.notedStep(({ tx }) => endSession(tx, key))
  if (!ended) throw new AppError('NOT_FOUND')
  return ended
}

/** @throws AppError 503 */
async function open(ctx: StepsCtx, session: SessionRow): Promise<SessionRow> {
  const { services, log, requestId } = ctx
  const opened = await services.voiceAgent.openConversation(AbortSignal.timeout(timedOutAfterMs))
  if (opened.kind !== 'opened') {
    const { code, errorCode } = failures[opened.kind]
    log.warn({ requestId, errorCode, ...reasonOf(opened) }, 'no conversation with the voice agent')
    await ctx.step(({ tx }) => storeFailed(tx, session, errorCode))
    throw new AppError(code)
  }
  const encryptedUrl = services.secretsAtRest.encrypt(opened.signedUrl, urlBelongsTo(session))
  // The provider's term follows real time, ours the product's clock.
  const urlExpiresAt = ctx.now.add(opened.expiresAt.since(Temporal.Now.instant()))
  const ready = await ctx.notedStep(({ tx }) => storeOpened(tx, session, { encryptedUrl, urlExpiresAt }))
  if (!ready) throw new AppError('VOICE_PROVIDER_UNAVAILABLE')
  return ready
}

type Failure = Exclude<OpenedConversation, { kind: 'opened' }>

const failures: Readonly<Record<Failure['kind'], { code: ErrorCode; errorCode: SessionError }>> = {
  not_configured: { code: 'VOICE_AGENT_NOT_CONFIGURED', errorCode: 'not_configured' },
  configuration_invalid: { code: 'VOICE_CONFIGURATION_INVALID', errorCode: 'configuration_invalid' },
  agent_version_missing: { code: 'VOICE_AGENT_VERSION_MISSING', errorCode: 'agent_version_missing' },
  unavailable: { code: 'VOICE_PROVIDER_UNAVAILABLE', errorCode: 'provider_unavailable' },
}

function reasonOf(failure: Failure): object {
  if (failure.kind === 'configuration_invalid') return { what: failure.what }
  return failure.kind === 'unavailable' ? { why: failure.why } : {}
}
