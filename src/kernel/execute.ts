import type pg from 'pg'
import { audit, auditActor } from './audit.ts'
import { claimClientRequest, storeAnswer } from './client-request.ts'
import type { Ctx, Identity, Services, StepsCtx } from './context.ts'
import { inTransaction, repeatWhileLocked, type Tx } from '#/kernel/postgres/db.ts'
import { AppError, type ErrorCode } from './errors.ts'
import { isId } from './ids.ts'
import type { Log } from './log.ts'
import {
  isWithStatus,
  needsCsrf,
  type AnyInput,
  type Fields,
  type Operation,
  type OperationContract,
  type PlainOperation,
  type SteppedOperation,
} from './operation.ts'
import { readPage, type Page } from './page.ts'
import { isResourceId } from './schema.ts'

/** Who calls, by which request, bound to which tenant. */
export type Caller = {
  readonly requestId: string
  readonly identity: Identity
  readonly now: Temporal.Instant
  readonly platformHolderId: string
}

export type Engine = { readonly pool: pg.Pool; readonly services: Services; readonly log: Log }

export type Answer = { readonly status: number; readonly data: unknown; readonly isReplayed: boolean }

/** What a call has before it is known which operation it serves. */
export type CallCtx = Omit<StepsCtx, 'notedStep'>

/**
 * Why a caller who is known may not make a call; null when they may.
 *
 * @param hasProof whether the call came with the proof that a change from a browser needs
 */
export function forbiddance(
  contract: OperationContract,
  { authentication, role, scopes }: Identity,
  hasProof: () => boolean,
): ErrorCode | null {
  if (contract.role !== 'either' && contract.role !== role) return 'ROLE_FORBIDDEN'
  const scheme = { session: 'browserSession', api_key: 'apiKey', recipient_session: 'recipientSession' } as const
  if (!contract.auth.includes(scheme[authentication]))
    return contract.auth.includes('browserSession') ? 'BROWSER_SESSION_REQUIRED' : 'API_KEY_REQUIRED'
  if (authentication === 'session' && needsCsrf(contract) && !hasProof()) return 'CSRF_REQUIRED'
  return contract.scope === null || scopes.includes(contract.scope) ? null : 'SCOPE_MISSING'
}

/**
 * Refuses an operation that a caller does by another one, which has had the proof of a browser already.
 *
 * @throws AppError 403
 */
export function refuse({ contract }: Operation, identity: Identity): void {
  const refusal = forbiddance(contract, identity, () => true)
  if (refusal !== null) throw new AppError(refusal)
}

/**
 * Ids that name nothing of the caller's are all the same, whoever owns them.
 *
 * @throws AppError NOT_FOUND
 */
export function checkIds(contract: OperationContract, params: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(contract.params.properties)) {
    if (isResourceId(schema) && !isId(String(params[name]))) throw new AppError('NOT_FOUND')
  }
}

/**
 * The page a list was asked for; null for what is no list. A token that is not ours is told before anybody looks whether what
 * is asked for exists.
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
  return readPage(key, [operationId, platformHolderId ?? '', actorId, ...Object.values(params).map(String)], query)
}

/**
 * The context of one call.
 *
 * @param isReadOnly whether losing its commit in a crash only loses a note of a read
 */
export function openCall({ pool, services, log }: Engine, caller: Caller, isReadOnly: boolean): CallCtx {
  const { identity } = caller
  // Null for a holder's caller: the handlers that are given it are those of a recipient's operations alone.
  const { recipientId } = identity
  const base = { ...caller, recipientId, services, log, touch: () => undefined }
  // A recipient belongs to no holder: bound to none, the policies show only what is their own.
  const holder = identity.platformHolderId
  const options = { holder, recipient: recipientId, commitWithoutWaiting: isReadOnly }
  return { ...base, step: (work) => inTransaction(pool, options, (tx) => work({ ...base, tx })) }
}

/** Answers one call of an operation, whose input its schemas have accepted and which the caller may make. */
export function answer(ctx: CallCtx, operation: Operation, input: AnyInput): Promise<Answer> {
  if ('handleInSteps' in operation) return answerInSteps(ctx, operation, input)
  return repeatWhileLocked(() => ctx.step((inner) => answerInTransaction(inner, operation, input)))
}

/** In one transaction: the handler or the first answer to its client request id again, that answer, and the audit row. */
export async function answerInTransaction(outer: Ctx, operation: PlainOperation, input: AnyInput): Promise<Answer> {
  const { contract } = operation
  const { params, body } = input as { params: unknown; body?: { clientRequestId?: string } }
  const { touch, subjects } = subjectsOf(outer)
  const ctx = { ...outer, touch }
  const key = body?.clientRequestId && {
    platformHolderId: ctx.platformHolderId,
    actorId: ctx.identity.actorId,
    operationId: contract.operationId,
    clientRequestId: body.clientRequestId,
  }
  const replayed = key && (await claimClientRequest(ctx.tx, key, { params, body }))
  const given = replayed || statusOf(contract, await operation.handle(ctx, input))
  if (key && !replayed) storeAnswer(ctx.tx, key, { ...given, subjects })
  if (replayed) touch(...replayed.subjects)
  noteCall(ctx.tx, contract, ctx, subjects)
  return { status: given.status, data: given.data, isReplayed: Boolean(replayed) }
}

async function answerInSteps(outer: CallCtx, operation: SteppedOperation, input: AnyInput): Promise<Answer> {
  const { contract } = operation
  const { touch, subjects } = subjectsOf(outer)
  const step: StepsCtx['step'] = (work) => outer.step((ctx) => work({ ...ctx, touch }))
  const note = ({ tx }: Ctx) => noteCall(tx, contract, outer, subjects)
  let isNoted = false
  const notedStep: StepsCtx['notedStep'] = async (work) => {
    const done = await step(async (ctx) => {
      const result = await work(ctx)
      note(ctx)
      return result
    })
    isNoted = true
    return done
  }
  const result = await operation.handleInSteps({ ...outer, touch, step, notedStep }, input)
  if (!isNoted) await step(async (ctx) => note(ctx))
  return { ...statusOf(contract, result), isReplayed: isWithStatus(result) && result.isReplayed }
}

/** Whatever recipients do is about themselves, also when no handler says so. What a call within another touches, both did. */
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

/** One audit row for each call that was answered. */
function noteCall(tx: Tx, contract: OperationContract, caller: Caller, subjects: readonly string[]): void {
  const { identity, platformHolderId, requestId } = caller
  const about = [...new Set(subjects)]
  audit(tx, { platformHolderId, actor: auditActor(identity), action: contract.operationId, requestId, subjects: about })
}

function statusOf(contract: OperationContract, result: unknown): { status: number; data: unknown } {
  return isWithStatus(result)
    ? { status: result.status, data: result.data }
    : { status: contract.success[0], data: result }
}
