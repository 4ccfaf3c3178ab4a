import { Type, type Static } from 'typebox'
import type { KeyRing } from '#/kernel/secrets/key-ring.ts'
import { vitality } from '#/kernel/flow/vitality.ts'
import {
  ClientRequestId,
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
  UpdatedAt,
} from '#/kernel/schema.ts'
import type { SessionRow } from './session-store.ts'

const sessionErrors = [
  'not_configured',
  'configuration_invalid',
  'agent_version_missing',
  'provider_unavailable',
] as const
export type SessionError = (typeof sessionErrors)[number]

export const VoiceSession = strictObject(
  {
    clientRequestId: ClientRequestId,
    sessionId: described(Identifier, 'Id of the session.'),
    status: oneOf(['starting', 'ready', 'ended', 'failed', 'stalled', 'timed_out'], {
      description: '`stalled` after 20 s without progress, `timed_out` after 30 s.',
    }),
    agentVersion: nullable(
      Type.String({
        maxLength: 200,
        description: 'Version of the agent; null when none is configured.',
        examples: ['agtvrsn_2401k3f0'],
      }),
    ),
    signedUrl: nullable(
      Type.String({
        maxLength: 4000,
        description:
          'Secret URL that opens the conversation; shown only to the browser session that asked for it, until it expires. Never pass it to the agent, a log or another session.',
        examples: ['wss://api.eu.residency.elevenlabs.io/v1/convai/conversation?agent_id=…'],
      }),
    ),
    signedUrlExpiresAt: described(nullable(Instant), 'When the URL expires; null without a URL.'),
    errorCode: nullable(oneOf(sessionErrors, { description: 'Why it failed, or null.' })),
    createdAt: CreatedAt,
    expiresAt: described(Instant, 'Until when its actions are accepted.'),
    updatedAt: UpdatedAt,
  },
  { title: 'VoiceSession' },
)
export type VoiceSession = Static<typeof VoiceSession>

export function sessionStatus(row: SessionRow, now: Temporal.Instant): VoiceSession['status'] {
  if (row.endedAt !== null && row.status !== 'failed') return 'ended'
  if (row.status === 'starting') {
    const fares = vitality(row.updatedAt, now)
    return fares === 'running' ? 'starting' : fares
  }
  return row.status === 'ready' && Temporal.Instant.compare(row.expiresAt, now) <= 0 ? 'ended' : row.status
}

/** @param viewer the credential that asks: the signed URL is for the one that opened the session */
export function toSession(
  row: SessionRow,
  { credentialId, now, secrets }: { credentialId: string; now: Temporal.Instant; secrets: KeyRing },
): VoiceSession {
  const status = sessionStatus(row, now)
  const isUsable = row.urlExpiresAt !== null && Temporal.Instant.compare(row.urlExpiresAt, now) > 0
  const isShown = status === 'ready' && isUsable && row.credentialId === credentialId
  return {
    clientRequestId: row.clientRequestId,
    sessionId: row.id,
    status,
    agentVersion: row.agentVersion,
    signedUrl: isShown && row.encryptedUrl ? secrets.decrypt(row.encryptedUrl, urlBelongsTo(row)) : null,
    signedUrlExpiresAt: isShown ? formatInstantOrNull(row.urlExpiresAt) : null,
    errorCode: status === 'timed_out' ? 'provider_unavailable' : row.errorCode,
    createdAt: formatInstant(row.createdAt),
    expiresAt: formatInstant(row.expiresAt),
    updatedAt: formatInstant(row.updatedAt),
  }
}

/** The signed URL of one session cannot be read as that of another. */
export function urlBelongsTo({ platformHolderId: holder, id }: Pick<SessionRow, 'platformHolderId' | 'id'>): string {
  return `voice-session ${holder} ${id}`
}

export const sessionExample: VoiceSession = {
  clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e31',
  sessionId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d31',
  status: 'ready',
  agentVersion: 'agtvrsn_2401k3f0',
  signedUrl: 'wss://api.eu.residency.elevenlabs.io/v1/convai/conversation?agent_id=…&conversation_signature=…',
  signedUrlExpiresAt: '2026-12-03T13:45:00.000Z',
  errorCode: null,
  createdAt: '2026-12-03T13:30:00.000Z',
  expiresAt: '2026-12-03T14:00:00.000Z',
  updatedAt: '2026-12-03T13:30:01.000Z',
}
