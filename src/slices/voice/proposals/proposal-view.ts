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
import { browserLanguage } from '#/messages/catalogues/browser-language.ts'
import { renderProposal } from '#/messages/proposals/render-proposal.ts'
import { findInterfaceLocale } from '#/slices/access/access.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { ActionCategory, OperationId } from '#/slices/voice/actions/capabilities.ts'
import { findProposal, type ProposalKey, type ProposalRow } from './proposal-store.ts'

const path = Type.String({ maxLength: 200, description: 'The field.', examples: ['recipient.displayName'] })
const label = Type.String({
  maxLength: 500,
  description: "Name of the field, in the caller's interface language.",
  examples: ['Persoon › Naam'],
})
const valueOf = (description: string) => nullable(Type.String({ description, examples: ['Sanne de Vries'] }))
const anyObject = { additionalProperties: true }

export const VoiceProposal = strictObject(
  {
    proposalId: described(Identifier, 'Id of the proposal.'),
    operationId: OperationId,
    category: ActionCategory,
    title: Type.String({
      maxLength: 200,
      description: "What it does, in the caller's interface language.",
      examples: ['Afspraak wijzigen'],
    }),
    status: oneOf(
      ['pending_confirmation', 'executing', 'succeeded', 'failed', 'stalled', 'timed_out', 'expired', 'discarded'],
      {
        description:
          '`stalled` and `timed_out`: interrupted; becomes `succeeded` or `failed` once the outcome is known. `discarded`: the API key that asked for it no longer works.',
      },
    ),
    storedInput: Type.Unsafe<object>({
      type: 'object',
      ...anyObject,
      description: 'The exact input that is executed.',
    }),
    targetVersion: nullable(
      Type.Integer({
        minimum: 1,
        description: 'Version of the target when it was proposed, or null.',
        examples: [1],
      }),
    ),
    about: Type.Array(strictObject({ path, label, value: valueOf('Its value for display, or null.') }), {
      description: 'The target of the change, as stored.',
    }),
    changes: Type.Array(
      strictObject({
        path,
        label,
        before: valueOf('Current value for display, or null.'),
        after: valueOf('New value for display; the exact value is in storedInput.'),
      }),
      { description: 'Each field that would change.' },
    ),
    requiresPaymentConsent: Type.Boolean({ description: 'Whether confirming it also takes consent to payment.' }),
    mayHaveApplied: Type.Boolean({
      description: 'If true, it may have taken effect: check the actual state first.',
    }),
    result: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      ...anyObject,
      description: 'Result of the operation, or null.',
    }),
    errorCode: nullable(
      Type.String({
        maxLength: 64,
        description: 'Why it failed, or null.',
        examples: ['VERSION_CONFLICT'],
      }),
    ),
    createdAt: CreatedAt,
    expiresAt: described(Instant, 'When it expires: ten minutes after it was created.'),
    confirmedAt: described(nullable(Instant), 'When a person confirmed it, or null.'),
    executedAt: described(nullable(Instant), 'When it was executed, or null.'),
  },
  { title: 'VoiceProposal' },
)
export type VoiceProposal = Static<typeof VoiceProposal>

/**
 * A proposal in the language of whoever asks: chosen for their account, else that of the request, else the organization's.
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
  return toProposal(row, action, [locale, browserLanguage(ctx.acceptLanguage), holder.defaultLocale])
}

export function keyOf(
  { platformHolderId, identity }: Pick<HolderCtx, 'platformHolderId' | 'identity'>,
  id: string,
): ProposalKey {
  return { platformHolderId, actorId: identity.actorId, id }
}

/** The status everybody sees: what is over by the clock is over, even before maintenance has stored that. */
export function proposalStatus({ status, expiresAt, confirmedAt, isKeyGood, now }: ProposalRow) {
  if (status === 'pending_confirmation' && Temporal.Instant.compare(expiresAt, now) <= 0) return 'expired' as const
  if (status === 'pending_confirmation' && !isKeyGood) return 'discarded' as const
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
  about: [{ path: 'recipient.displayName', label: 'Persoon › Naam', value: 'Sanne de Vries' }],
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
