import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Action } from '#/surfaces/agents/action.ts'
import type { HolderCtx, StepsCtx } from '#/kernel/context.ts'
import { isDatabaseUnavailable, repeatWhileLocked } from '#/kernel/postgres/db.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import { answer, answerInTransaction, refuse, requireProof } from '#/kernel/execution/execute.ts'
import { stalledAfterMs } from '#/kernel/flow/vitality.ts'
import type { AnyInput, Fields, PlainOperation } from '#/kernel/operation.ts'
import { valueAt } from './changes.ts'
import { beginExecution, endExecution, findProposal, type ProposalRow } from './proposal-store.ts'
import { keyOf, proposalStatus, readProposal, type AgentProposal } from './proposal-view.ts'
import { readTarget } from './propose.ts'
import { settle } from './settle-interrupted.ts'
import { seeOneState } from '#/kernel/postgres/transaction-modes.ts'

/**
 * Executes a proposal as it was stored, once: of however many confirm it, one does, and the others get what became of it.
 *
 * @throws AppError NOT_FOUND, FRESH_PROOF_REQUIRED, EXPLICIT_CONSENT_REQUIRED, PROPOSAL_EXPIRED; STATE_CONFLICT when the key that asked for it no
 *   longer works; PRECONDITION_FAILED when the target has changed
 */
export async function confirmProposal(
  ctx: StepsCtx,
  id: string,
  { paymentConsent }: { readonly paymentConsent: boolean },
): Promise<AgentProposal> {
  const begun = await ctx.step((inner) => begin(inner, id, paymentConsent))
  if (begun.isMine) await execute(ctx, begun)
  else await untilEnded(ctx, id)
  const proposal = await ctx.step((inner) => readProposal(inner, id))
  if (proposal.errorCode === 'PRECONDITION_FAILED') throw new AppError('PRECONDITION_FAILED', { message: changedSince })
  return proposal
}

const changedSince = 'The target of the proposal has changed since. Nothing was done: ask the agent for a new proposal.'

const withoutKey =
  'The API key that asked for this was revoked or has expired. Nothing was done: do it yourself, or let an agent with a key that works ask for it.'

type Begun = { readonly row: ProposalRow; readonly action: Action; readonly isMine: boolean }

async function begin(ctx: HolderCtx, id: string, paymentConsent: boolean): Promise<Begun> {
  const key = keyOf(ctx, id)
  const row = await findProposal(ctx.tx, key)
  const action = row && ctx.services.actions.get(row.operationId)
  if (!row || !action) throw new AppError('NOT_FOUND')
  refuse(action.operation, ctx.identity)
  // Before it begins: a proposal that was refused for this waits for the proof, and is confirmed then.
  if (action.operation.contract.isSensitive) await requireProof(ctx)
  if (action.requiresPaymentConsent && !paymentConsent) throw new AppError('EXPLICIT_CONSENT_REQUIRED')
  if (!action.requiresPaymentConsent && paymentConsent)
    throw invalid({
      path: 'paymentConsent',
      code: 'not_allowed',
      message: 'This proposal needs no payment consent. Leave it out.',
    })
  const executing = await beginExecution(ctx.tx, key)
  if (executing) return { row: executing, action, isMine: true }
  // Nobody confirmed it in time, or its key no longer works, or somebody confirmed it meanwhile.
  const now = await findProposal(ctx.tx, key)
  if (now && proposalStatus(now) === 'discarded') throw new AppError('STATE_CONFLICT', { message: withoutKey })
  if (now?.status === 'pending_confirmation') throw new AppError('PROPOSAL_EXPIRED')
  return { row, action, isMine: false }
}

/** The effect and the note of it are one transaction; what fails before is noted as failed. */
async function execute(ctx: StepsCtx, { row, action }: Begun): Promise<void> {
  const { operation } = action
  const set = { platformHolderId: ctx.platformHolderId, requestId: row.actionRequestId }
  const input = action.complete(row.storedInput, { ...set, expectedVersion: row.targetVersion })
  try {
    if ('handleInSteps' in operation) await executeInSteps(ctx, row, action, input)
    else await repeatWhileLocked(() => ctx.notedStep((inner) => executeAtOnce(inner, row, action, operation, input)))
  } catch (error) {
    await ctx.step(({ tx }) => settle(tx, row, operation, codeOf(error)))
    if (!(error instanceof AppError) && !isOvertaken(error)) throw error
  }
}

async function executeAtOnce(
  ctx: HolderCtx,
  row: ProposalRow,
  action: Action,
  operation: PlainOperation,
  input: AnyInput,
): Promise<void> {
  await refuseStale(ctx, row, action)
  const subjects: string[] = []
  const touch = (...ids: string[]) => {
    subjects.push(...ids)
    ctx.touch(...ids)
  }
  const { data } = await answerInTransaction({ ...ctx, touch }, operation, input)
  const outcome = { status: 'succeeded' as const, result: action.shape(data) as Fields, subjects }
  // Somebody settled it meanwhile: this undoes what was done here.
  if (!(await endExecution(ctx.tx, row, outcome))) throw new AppError('STATE_CONFLICT')
}

async function executeInSteps(ctx: StepsCtx, row: ProposalRow, action: Action, input: AnyInput): Promise<void> {
  const { data } = await answer(ctx, action.operation, input)
  const result = action.shape(data) as Fields
  await ctx.notedStep(({ tx }) => endExecution(tx, row, { status: 'succeeded', result, subjects: [] }))
}

/** What carries no version is compared by the values that were shown. Versions are compared by the operation itself. */
async function refuseStale(ctx: HolderCtx, row: ProposalRow, action: Action): Promise<void> {
  const { body } = action.operation.contract
  if (!action.reader || 'expectedVersion' in ((body as { properties?: object } | null)?.properties ?? {})) return
  // From here on nobody else changes what is read, or the transaction fails.
  ctx.tx.send(seeOneState, [])
  const found = await readTarget(ctx, action, row.storedInput)
  const isSame = row.changes.every(({ path, before }) => isDeepStrictEqual(valueAt(found, path), before))
  const isSameVersion = row.targetVersion === null || found?.version === row.targetVersion
  if (!isSame || !isSameVersion) throw new AppError('PRECONDITION_FAILED')
}

/** While another request executes the proposal: waits for the end, but not for longer than an execution may be silent. */
async function untilEnded(ctx: StepsCtx, id: string): Promise<void> {
  for (const until = performance.now() + stalledAfterMs; performance.now() < until; await sleep(pauseMs)) {
    const row = await ctx.step(({ tx }) => findProposal(tx, keyOf(ctx, id)))
    if (!row || proposalStatus(row) !== 'executing') return
  }
}

const pauseMs = 100

function codeOf(error: unknown): string {
  if (isOvertaken(error)) return 'PRECONDITION_FAILED'
  if (!(error instanceof AppError)) return isDatabaseUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
  return error.code === 'VERSION_CONFLICT' ? 'PRECONDITION_FAILED' : error.code
}

/** serialization_failure: what was read was changed before it could be written. */
function isOvertaken(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '40001'
}
