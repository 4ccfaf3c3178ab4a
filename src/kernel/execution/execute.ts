import type pg from 'pg'
import { audit, auditActor } from '#/kernel/audit.ts'
import { claimClientRequest, findClientRequest, storeAnswer, type ClientRequestKey } from './client-request.ts'
import type { CallCtx, Ctx, HolderCtx, Identity, Services, StepsCtx } from '#/kernel/context.ts'
import { inTransaction, repeatWhileLocked, type Tx } from '#/kernel/postgres/db.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import type { FairTurns } from '#/kernel/flow/fair-turns.ts'
import { AppError, type ErrorCode } from '#/kernel/errors.ts'
import { isId } from '#/kernel/ids.ts'
import type { Log } from '#/kernel/log.ts'
import {
  isWithStatus,
  needsCsrf,
  type AnyInput,
  type Fields,
  type Operation,
  type OperationContract,
  type PlainOperation,
  type SteppedOperation,
} from '#/kernel/operation.ts'
import { readPage, type Page } from '#/kernel/page.ts'
import { isResourceId } from '#/kernel/schema.ts'

export type Caller = {
  readonly requestId: string
  readonly acceptLanguage: string | undefined
  readonly identity: Identity
  readonly now: Temporal.Instant
  readonly address?: string
  /** Aborted once nobody waits for the answer any more. */
  readonly gone?: AbortSignal
}

export type Engine = {
  readonly pool: pg.Pool
  readonly standby?: Standby | null
  readonly services: Services
  readonly log: Log
  /** Whoever calls very much waits behind themselves. */
  readonly fairTurns: FairTurns
}

export type Answer = { readonly status: number; readonly data: unknown; readonly isReplayed: boolean }

/**
 * Why an authenticated caller may not make a call; null when they may.
 *
 * @param hasProof whether the call carries the CSRF proof
 */
export function forbiddance(
  contract: OperationContract,
  identity: Identity,
  hasProof: () => boolean,
): ErrorCode | null {
  const { authentication, role, scopes } = identity
  if (contract.role !== 'either' && contract.role !== role) return 'ROLE_FORBIDDEN'
  const scheme = { session: 'browserSession', api_key: 'apiKey', recipient_session: 'recipientSession' } as const
  if (!contract.auth.includes(scheme[authentication]))
    return contract.auth.includes('browserSession') ? 'BROWSER_SESSION_REQUIRED' : 'API_KEY_REQUIRED'
  if (authentication === 'session' && needsCsrf(contract) && !hasProof()) return 'CSRF_REQUIRED'
  const isLimited = role === 'platform_holder_user' && identity.locations !== null
  if (contract.isOfAllLocations && isLimited) return 'SCOPE_MISSING'
  const isOwn = contract.isOwnPreference && authentication === 'session'
  return contract.scope === null || isOwn || scopes.includes(contract.scope) ? null : 'SCOPE_MISSING'
}

/**
 * Refuses an operation the caller has no right to, when it runs inside another that has checked the CSRF proof.
 *
 * @throws AppError 403
 */
export function refuse({ contract }: Operation, identity: Identity): void {
  const refusal = forbiddance(contract, identity, () => true)
  if (refusal !== null) throw new AppError(refusal)
}

/**
 * For an operation that a stolen session must not do. Not part of `forbiddance`: it is looked up for these few alone, so
 * that no other call waits for it.
 *
 * @throws AppError FRESH_PROOF_REQUIRED
 */
export async function requireProof(ctx: Ctx): Promise<void> {
  if (ctx.identity.authentication === 'session' && 'platformHolderId' in ctx)
    await ctx.services.requireFreshProof(ctx.tx, ctx.identity.credentialId)
}

/**
 * Refuses a malformed id as one that names nothing.
 *
 * @throws AppError NOT_FOUND
 */
export function checkIds(contract: OperationContract, params: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(contract.params.properties)) {
    if (isResourceId(schema) && !isId(String(params[name]))) throw new AppError('NOT_FOUND')
  }
}

/**
 * The page a list was asked for; null for what is no list. A bad token is refused before existence is checked.
 *
 * @throws AppError PAGE_TOKEN_INVALID
 */
export function requestedPage(
  { operationId, query: { properties } }: OperationContract,
  { platformHolderId, actorId }: Identity,
  { params, query }: { readonly params: Fields; readonly query: Fields },
  key: Buffer,
): Page | null {
  if (!('pageToken' in properties)) return null
  // A list under an organization's path is the same for all its staff, who may read each row that a token names: so an
  // address with a token can be given to a colleague. Any other list is the caller's own.
  const owner = 'platformHolderId' in params ? '' : actorId
  return readPage(key, [operationId, platformHolderId ?? '', owner, ...Object.values(params).map(String)], query)
}

/**
 * The context of one call.
 *
 * @param isReadOnly whether its commit holds no more than the audit row of a read, which a crash may lose
 */
export function openCall(
  { pool, standby = null, services, log, fairTurns }: Engine,
  caller: Caller,
  isReadOnly: boolean,
): CallCtx {
  const call = { ...caller, services, log, standby, touch: () => undefined }
  const { identity } = caller
  if (identity.role === 'recipient') {
    const { recipientId } = identity
    const own = { ...call, identity, recipientId }
    // Bound to no holder, the policies show only what is the recipient's own.
    const options = { holder: null, recipient: recipientId, commitWithoutWaiting: isReadOnly }
    const turn = `recipient ${recipientId}`
    return {
      ...own,
      step: (work) => fairTurns.run(turn, () => inTransaction(pool, options, (tx) => work({ ...own, tx }))),
    }
  }
  const { platformHolderId, locations } = identity
  const own = { ...call, identity, platformHolderId }
  const options = { holder: platformHolderId, locations, commitWithoutWaiting: isReadOnly }
  return {
    ...own,
    step: (work) => fairTurns.run(platformHolderId, () => inTransaction(pool, options, (tx) => work({ ...own, tx }))),
  }
}

/** Answers one call of an operation, whose input its schemas have accepted and which the caller may make. */
export function answer(ctx: CallCtx, operation: Operation, input: AnyInput): Promise<Answer> {
  if ('handleInSteps' in operation) return answerInSteps(ctx, operation, input)
  return repeatWhileLocked(() => ctx.step((inner) => answerInTransaction(inner, operation, input)))
}

/** In one transaction: the handler or the replay of its first answer, the stored answer, and the audit row. */
export async function answerInTransaction(outer: Ctx, operation: PlainOperation, input: AnyInput): Promise<Answer> {
  const { contract } = operation
  const { touch, subjects } = subjectsOf(outer)
  const ctx = { ...outer, touch }
  if (contract.isSensitive) await requireProof(ctx)
  const key = clientRequestOf(contract, ctx.identity, input)
  const first = key && (await claimClientRequest(ctx.tx, key, askedBy(input)))
  const given = first ? { ...first, isReplayed: true } : givenBy(contract, await operation.handle(ctx, input))
  if (first) touch(...first.subjects)
  else if (key) storeAnswer(ctx.tx, key, { ...given, subjects })
  noteCall(ctx.tx, contract, ctx, subjects)
  return given
}

/**
 * In separate transactions: finds the first answer, runs the handler's steps, and stores the answer, or takes that of a
 * concurrent duplicate that was faster. The audit row is written once, with the change or at the end.
 */
async function answerInSteps(outer: CallCtx, operation: SteppedOperation, input: AnyInput): Promise<Answer> {
  const { contract } = operation
  if (!('platformHolderId' in outer)) throw new Error('Only holders have operations in steps')
  const { touch, subjects } = subjectsOf(outer)
  // Safe: a call that is bound to a holder has steps that are.
  const step: StepsCtx['step'] = (work) => outer.step((ctx) => work({ ...(ctx as HolderCtx), touch }))
  let isNoted = false
  const notedStep: StepsCtx['notedStep'] = async (work) => {
    const done = await step(async (ctx) => {
      const result = await work(ctx)
      noteCall(ctx.tx, contract, outer, subjects)
      return result
    })
    isNoted = true
    return done
  }
  if (contract.isSensitive) await step(requireProof)
  const key = clientRequestOf(contract, outer.identity, input)
  const answered = key && (await step(({ tx }) => findClientRequest(tx, key, askedBy(input))))
  const given = answered
    ? { ...answered, isReplayed: true }
    : givenBy(contract, await operation.handleInSteps({ ...outer, touch, step, notedStep }, input))
  if (isNoted && !key) return given
  return step(async ({ tx }) => {
    const first = answered ?? (key && (await claimClientRequest(tx, key, askedBy(input))))
    if (first) touch(...first.subjects)
    else if (key) storeAnswer(tx, key, { ...given, subjects })
    if (!isNoted) noteCall(tx, contract, outer, subjects)
    return first ? { ...first, isReplayed: true } : given
  })
}

/** The key of a repeatable call; null without a client request id, or where the current state is the answer. */
function clientRequestOf(
  { operationId, keepsNoAnswer }: OperationContract,
  { platformHolderId, actorId }: Identity,
  { body }: AnyInput,
): ClientRequestKey | null {
  const { clientRequestId } = (body ?? {}) as { clientRequestId?: string }
  if (clientRequestId === undefined || keepsNoAnswer) return null
  return { platformHolderId, actorId, operationId, clientRequestId }
}

/** What must be the same in a repeat. */
function askedBy({ params, body }: AnyInput) {
  return { params, body }
}

/** Recipients are always subjects of their own calls. What a nested call touches counts for the outer one too. */
function subjectsOf({ identity, touch }: Pick<Ctx, 'identity' | 'touch'>) {
  const subjects: string[] = identity.recipientId === null ? [] : [identity.recipientId]
  return {
    subjects,
    touch: (...ids: string[]) => {
      subjects.push(...ids)
      touch(...ids)
    },
  }
}

/** One audit row for each call that was answered, but for those that say nothing of anybody. */
function noteCall(tx: Tx, contract: OperationContract, caller: Caller, subjects: readonly string[]): void {
  if (contract.isPolled) return
  const { identity, requestId } = caller
  const { platformHolderId } = identity
  const about = [...new Set(subjects)]
  audit(tx, { platformHolderId, actor: auditActor(identity), action: contract.operationId, requestId, subjects: about })
}

function givenBy(contract: OperationContract, result: unknown): Answer {
  return isWithStatus(result) ? result : { status: contract.success[0], data: result, isReplayed: false }
}
