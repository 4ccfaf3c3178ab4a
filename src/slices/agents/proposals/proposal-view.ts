import { Type, type Static } from 'typebox'
import { vitality } from '#/kernel/flow/vitality.ts'
import type { Action } from '#/surfaces/agents/action.ts'
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
  TimeZone,
} from '#/kernel/schema.ts'
import { ActionCategory, OperationId } from '#/slices/agents/actions/capabilities.ts'
import { findProposal, type ProposalKey, type ProposalRow } from './proposal-store.ts'

const path = Type.String({
  maxLength: 200,
  description: 'The field, as the input names it; parts of a list have their number, from 0.',
  examples: ['recipient.displayName', 'components.2.visible'],
})
const valueOf = (description: string) =>
  Type.Unsafe<StoredValue>({
    type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
    items: { type: ['string', 'number', 'boolean', 'object', 'null'], additionalProperties: true },
    additionalProperties: true,
    description,
    examples: ['Sanne de Vries'],
  })
type StoredValue = string | number | boolean | object | null
const anyObject = { additionalProperties: true }

export const AgentProposal = strictObject(
  {
    proposalId: described(Identifier, 'Id of the proposal.'),
    operationId: OperationId,
    category: ActionCategory,
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
    timezone: described(
      TimeZone,
      'The zone of the appointment, else of the organization: in which its times are shown.',
    ),
    about: Type.Array(strictObject({ path, value: valueOf('Its value, as stored; null where there is none.') }), {
      description: 'By what a person recognizes the target of the change.',
    }),
    changes: Type.Array(
      strictObject({
        path,
        before: valueOf('The value when it was proposed, as stored; null where there was none.'),
        after: valueOf('The new value, as in storedInput; null where there will be none.'),
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
export type AgentProposal = Static<typeof AgentProposal>

/** @throws AppError NOT_FOUND when it is not theirs */
export async function readProposal(ctx: HolderCtx, id: string): Promise<AgentProposal> {
  const row = await findProposal(ctx.tx, keyOf(ctx, id))
  const action = row && ctx.services.actions.get(row.operationId)
  if (!row || !action) throw new AppError('NOT_FOUND')
  ctx.touch(row.id, ...row.subjects)
  return toProposal(row, action)
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

function toProposal(row: ProposalRow, action: Action): AgentProposal {
  const status = proposalStatus(row)
  const isCutOff = status === 'stalled' || status === 'timed_out'
  return {
    proposalId: row.id,
    operationId: row.operationId,
    category: action.category,
    status,
    storedInput: row.storedInput,
    targetVersion: row.targetVersion,
    timezone: row.timezone,
    about: row.about.map(({ path, value }) => ({ path, value: stored(value) })),
    changes: row.changes.map(({ path, before, after }) => ({ path, before: stored(before), after: stored(after) })),
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

/** Safe: the column holds JSON. */
const stored = (value: unknown) => (value ?? null) as StoredValue

export const proposalExample: AgentProposal = {
  proposalId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d32',
  operationId: 'updateHolderAppointment',
  category: 'planning',
  status: 'pending_confirmation',
  storedInput: {
    appointmentId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
    startsAt: '2026-12-10T10:00:00+01:00',
    endsAt: '2026-12-10T10:15:00+01:00',
  },
  targetVersion: 1,
  timezone: 'Europe/Amsterdam',
  about: [{ path: 'recipient.displayName', value: 'Sanne de Vries' }],
  changes: [{ path: 'startsAt', before: '2026-12-03T13:30:00.000Z', after: '2026-12-10T10:00:00+01:00' }],
  requiresPaymentConsent: false,
  mayHaveApplied: false,
  result: null,
  errorCode: null,
  createdAt: '2026-12-03T13:30:00.000Z',
  expiresAt: '2026-12-03T13:40:00.000Z',
  confirmedAt: null,
  executedAt: null,
}
