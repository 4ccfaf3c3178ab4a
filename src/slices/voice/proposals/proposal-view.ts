import { Type, type Static } from 'typebox'
import { vitality } from '#/kernel/flow/heartbeat.ts'
import type { Action } from '#/kernel/action.ts'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { renderProposal } from '#/messages/proposals/render-proposal.ts'
import { findInterfaceLocale } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { ActionCategory, OperationId } from '#/slices/voice/actions/capabilities.ts'
import { findProposal, type ProposalKey, type ProposalRow } from './proposal-store.ts'

const path = Type.String({ maxLength: 200, description: 'Which field it is.', examples: ['recipient.displayName'] })
const label = Type.String({
  maxLength: 500,
  description: 'What the field is called, in the interface language of who asks.',
  examples: ['Ontvanger › Naam'],
})
const valueOf = (description: string) => nullable(Type.String({ description, examples: ['Sanne de Vries'] }))
const anyObject = { additionalProperties: true }

export const VoiceProposal = strictObject(
  {
    proposalId: described(Identifier, 'Names the proposal.'),
    operationId: OperationId,
    category: ActionCategory,
    title: Type.String({
      maxLength: 200,
      description: 'What is done, in the interface language of who asks.',
      examples: ['Afspraak wijzigen'],
    }),
    status: oneOf(
      ['pending_confirmation', 'executing', 'succeeded', 'failed', 'stalled', 'timed_out', 'expired', 'discarded'],
      { description: '`stalled` and `timed_out`: it was cut off, and is settled by what really became of it.' },
    ),
    storedInput: Type.Unsafe<object>({ type: 'object', ...anyObject, description: 'Exactly what is executed.' }),
    targetVersion: nullable(
      Type.Integer({
        minimum: 1,
        description: 'Version of what it changes when it was proposed; null when that has none.',
        examples: [1],
      }),
    ),
    about: Type.Array(strictObject({ path, label, value: valueOf('As a person reads it; null when there is none.') }), {
      description: 'What the change is about, as stored.',
    }),
    changes: Type.Array(
      strictObject({
        path,
        label,
        before: valueOf('What it is now, as a person reads it; null when there is none.'),
        after: valueOf('What it becomes, as a person reads it; the exact value is in storedInput.'),
      }),
      { description: 'Each field that would change.' },
    ),
    requiresPaymentConsent: Type.Boolean({ description: 'Whether confirming it also takes consent to payment.' }),
    mayHaveApplied: Type.Boolean({
      description: 'When true it may have been done although nobody can say so: look at the real state first.',
    }),
    result: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      ...anyObject,
      description: 'What the operation answered; null without an answer.',
    }),
    errorCode: nullable(
      Type.String({
        maxLength: 64,
        description: 'Why it failed; null when it did not.',
        examples: ['VERSION_CONFLICT'],
      }),
    ),
    createdAt: CreatedAt,
    expiresAt: described(Instant, 'Until when it can be confirmed: ten minutes after it was made.'),
    confirmedAt: described(nullable(Instant), 'When a person confirmed it; null before.'),
    executedAt: described(nullable(Instant), 'When it was executed; null before.'),
  },
  { title: 'VoiceProposal' },
)
export type VoiceProposal = Static<typeof VoiceProposal>

/**
 * A proposal in the words of whoever asked for it.
 *
 * @throws AppError NOT_FOUND when it is not theirs
 */
export async function readProposal(ctx: HolderCtx, id: string): Promise<VoiceProposal> {
  const { tx, identity } = ctx
  const [row, locale, holder] = await Promise.all([
    findProposal(tx, keyOf(ctx, id)),
    findInterfaceLocale(tx, identity.actorId),
    getHolderContext(tx),
  ])
  const action = row && ctx.services.actions.get(row.operationId)
  if (!row || !action) throw new AppError('NOT_FOUND')
  ctx.touch(row.id, ...row.subjects)
  return toProposal(row, action, [locale, holder.defaultLocale])
}

export function keyOf(
  { platformHolderId, identity }: Pick<HolderCtx, 'platformHolderId' | 'identity'>,
  id: string,
): ProposalKey {
  return { platformHolderId, actorId: identity.actorId, id }
}

/** The status everybody sees: what is over by the clock is over, even before maintenance has stored that. */
export function proposalStatus({ status, expiresAt, confirmedAt, now }: ProposalRow) {
  if (status === 'pending_confirmation' && Temporal.Instant.compare(expiresAt, now) <= 0) return 'expired' as const
  if (status !== 'executing' || confirmedAt === null) return status
  const fares = vitality(confirmedAt, now)
  return fares === 'running' ? status : fares
}

function toProposal(row: ProposalRow, action: Action, localePreferences: readonly (string | null)[]): VoiceProposal {
  const status = proposalStatus(row)
  const isCutOff = status === 'stalled' || status === 'timed_out'
  const { title, about, changes } = renderProposal({
    localePreferences,
    operationId: row.operationId,
    about: row.about,
    changes: row.changes,
    timezone: row.timezone,
  })
  return {
    proposalId: row.id,
    operationId: row.operationId,
    category: action.category,
    title,
    status,
    storedInput: row.storedInput,
    targetVersion: row.targetVersion,
    about,
    changes,
    requiresPaymentConsent: action.requiresPaymentConsent,
    mayHaveApplied: isCutOff,
    result: row.result,
    errorCode: status === 'timed_out' ? 'EXECUTION_TIMED_OUT' : row.errorCode,
    createdAt: formatInstant(row.createdAt),
    expiresAt: formatInstant(row.expiresAt),
    confirmedAt: formatInstantOrNull(row.confirmedAt),
    executedAt: formatInstantOrNull(row.executedAt),
  }
}

export const proposalExample: VoiceProposal = {
  proposalId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d32',
  operationId: 'updateHolderAppointment',
  category: 'planning',
  title: 'Afspraak wijzigen',
  status: 'pending_confirmation',
  storedInput: {
    appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
    startsAt: '2026-12-10T10:00:00+01:00',
    endsAt: '2026-12-10T10:15:00+01:00',
  },
  targetVersion: 1,
  about: [{ path: 'recipient.displayName', label: 'Ontvanger › Naam', value: 'Sanne de Vries' }],
  changes: [
    {
      path: 'startsAt',
      label: 'Begin',
      before: 'donderdag 3 december 2026 14:30, Amsterdam (UTC+1)',
      after: 'donderdag 10 december 2026 10:00, Amsterdam (UTC+1)',
    },
  ],
  requiresPaymentConsent: false,
  mayHaveApplied: false,
  result: null,
  errorCode: null,
  createdAt: '2026-12-03T13:30:00.000Z',
  expiresAt: '2026-12-03T13:40:00.000Z',
  confirmedAt: null,
  executedAt: null,
}
