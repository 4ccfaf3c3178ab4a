import type { Action } from '#/surfaces/agents/action.ts'
import {
  claimClientRequest,
  storeAnswer,
  type ClientRequestKey,
  type StoredAnswer,
} from '#/kernel/execution/client-request.ts'
import type { HolderCtx, StepsCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { answer, answerInTransaction, checkIds, requestedPage, refuse } from '#/kernel/execution/execute.ts'
import { replayed, type AnyInput, type Fields, type SteppedOperation, type WithStatus } from '#/kernel/operation.ts'
import { toActionError, type AgentAction } from './action-view.ts'
import { propose } from '#/slices/agents/proposals/propose.ts'
import { commitWithoutWaiting } from '#/kernel/postgres/transaction-modes.ts'

/** What an agent asks for: `argumentsJson` is text that it wrote, and not to be trusted. */
export type ActionRequest = {
  readonly actionRequestId: string
  readonly operationId: string
  readonly argumentsJson: string
}

export type ActionOptions = {
  readonly admit?: (ctx: HolderCtx) => Promise<unknown>
  readonly isRepeatable?: boolean
}

/**
 * Does a read at once and turns a change into a proposal, with the scopes and checks of the caller's own call. The same
 * request again gives the same answer.
 *
 * @param options.admit throws, within the transaction, when the caller may ask for no action now
 * @param options.isRepeatable false where nobody can ask again with the same id, so that no answer is kept for it
 * @throws AppError NOT_FOUND for an unknown action; REQUEST_ID_REUSED; what `admit` throws
 */
export async function runAction(
  ctx: StepsCtx,
  request: ActionRequest,
  { admit = async () => undefined, isRepeatable = true }: ActionOptions = {},
): Promise<AgentAction | WithStatus<AgentAction>> {
  const action = ctx.services.actions.get(request.operationId)
  if (!action) throw new AppError('NOT_FOUND')
  const { operation } = action
  if (action.mode === 'read' && 'handleInSteps' in operation) {
    await ctx.step(admit)
    return readInSteps(ctx, action, operation, request)
  }
  return ctx.notedStep(async (outer) => {
    const key = isRepeatable ? keyOf(outer, request) : null
    const [first] = await Promise.all([key && claimClientRequest(outer.tx, key, request), admit(outer)])
    if (first) return again(outer, first)
    const subjects: string[] = []
    const touch = (...ids: string[]) => {
      subjects.push(...ids)
      outer.touch(...ids)
    }
    const inner = { ...outer, touch }
    const given = await asAnswer(action, request, () => act(inner, action, request))
    if (key) storeAnswer(inner.tx, key, { status: 200, data: given, subjects })
    // When a crash loses the stored answer of a read, it is only done again.
    if (action.mode === 'read') inner.tx.send(commitWithoutWaiting, [])
    return given
  })
}

async function act(ctx: HolderCtx, action: Action, request: ActionRequest): Promise<Partial<AgentAction>> {
  const { fields, input } = prepare(ctx, action, request)
  if (action.mode === 'proposal')
    return { status: 'proposal_created', proposal: await propose(ctx, action, fields, request.actionRequestId) }
  if ('handleInSteps' in action.operation) throw new Error('An operation in steps is not done in one transaction')
  const { data } = await answerInTransaction(ctx, action.operation, input)
  return { status: 'succeeded', result: action.shape(data) as object }
}

/**
 * The few reads that ask a provider. Neither what was looked for nor what was found is kept (contract, Company lookup), so
 * that a repetition is refused by the look-up itself, without another call to the provider.
 */
async function readInSteps(
  ctx: StepsCtx,
  action: Action,
  operation: SteppedOperation,
  request: ActionRequest,
): Promise<AgentAction> {
  return asAnswer(action, request, async () => {
    const { data } = await answer(ctx, operation, prepare(ctx, action, request).input)
    return { status: 'succeeded', result: action.shape(data) as object }
  })
}

/** @throws AppError when the caller may not do it, or the arguments do not fit */
function prepare(
  { identity, platformHolderId, services }: HolderCtx | StepsCtx,
  action: Action,
  request: ActionRequest,
): { readonly fields: Fields; readonly input: AnyInput } {
  refuse(action.operation, identity)
  const fields = action.parse(request.argumentsJson)
  const set = { platformHolderId, requestId: request.actionRequestId, expectedVersion: null }
  const input = action.complete(fields, set)
  const { contract } = action.operation
  const page = requestedPage(contract, identity, input, services.keys.pageToken)
  checkIds(contract, input.params)
  return { fields, input: { ...input, page } }
}

/** A refusal is an answer too; any other error is thrown. */
async function asAnswer(
  { mode }: Action,
  { actionRequestId, operationId }: ActionRequest,
  work: () => Promise<Partial<AgentAction>>,
): Promise<AgentAction> {
  const nothing = { result: null, proposal: null, error: null, mayHaveApplied: false }
  try {
    return { actionRequestId, operationId, mode, status: 'succeeded', ...nothing, ...(await work()) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { actionRequestId, operationId, mode, status: 'failed', ...nothing, error: toActionError(error) }
  }
}

function again({ touch }: Pick<HolderCtx, 'touch'>, first: StoredAnswer): WithStatus<AgentAction> {
  touch(...first.subjects)
  return replayed(200, first.data as AgentAction)
}

function keyOf(
  { platformHolderId, identity }: HolderCtx | StepsCtx,
  { actionRequestId }: ActionRequest,
): ClientRequestKey {
  return {
    platformHolderId,
    actorId: identity.actorId,
    operationId: 'executeHolderVoiceAction',
    clientRequestId: actionRequestId,
  }
}
