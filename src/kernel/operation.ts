import type { Static, TObject, TSchema } from 'typebox'
import type { Ctx, CtxOf, Role, StepsCtx } from './context.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import type { ErrorCode } from './errors.ts'
import type { Page } from './page.ts'
import { strictObject } from './schema.ts'

/** Ways to authenticate an operation can accept (contract, Authentication). */
export type AuthScheme = 'apiKey' | 'recipientSession' | 'browserSession'

/** The contract of one operation: everything that can be said of it without running it. */
export type OperationContract<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  D extends TSchema = TSchema,
  R extends Role | 'either' = Role | 'either',
  Id extends string = string,
> = {
  /** Stable name, as in the contract. */
  readonly operationId: Id
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path under /api/v1 with `{parameters}`. */
  readonly path: string
  /** Section of the reference the operation stands in. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly role: R
  /** The scope a credential needs; null only where the contract says none. */
  readonly scope: string | null
  readonly auth: readonly AuthScheme[]
  /** Whether the voice agent may do it, and how. */
  readonly voice?: {
    readonly mode: 'read' | 'proposal'
    readonly category: 'profiles' | 'onboarding' | 'planning' | 'appointment_types' | 'integrations'
  }
  /** Set where an agent may propose a change: what would change, for the person who confirms it. */
  readonly target?: Target
  /** Set where an agent that speaks for a person asks for something: what it may only propose becomes a proposal there. */
  readonly isForAgents?: true
  readonly params: P
  readonly query: Q
  /** The JSON body, or null when the operation takes none. */
  readonly body: B | null
  /** Statuses a success can have, the usual one first. */
  readonly success: readonly [number, ...number[]]
  /** The `data` of the envelope. */
  readonly data: D
  /** The field of `data` that has the version, where that is not `data` itself. */
  readonly versionIn?: string
  /** For a success that is no JSON: `data` is then the text itself, sent without envelope as a file of this name. */
  readonly file?: { readonly mediaType: string; readonly name: string }
  /** Codes of this operation beyond those every operation can answer. */
  readonly errors: readonly ErrorCode[]
  readonly bodyLimitBytes?: number
  /** Set where reading uses something up, so that HEAD, which must be harmless, is not served. */
  readonly spendsOnRead?: true
  /** Set where a repeated clientRequestId is answered with the current state, not with the first answer. */
  readonly keepsNoAnswer?: true
  /** Set on a POST that changes nothing. */
  readonly isReadOnly?: true
  /** Set where a suspended organization may call too: what its system sends only once would otherwise be lost. */
  readonly isHeardWhenSuspended?: true
  /**
   * Set where pages that are open ask every few seconds, for an answer about nobody: such calls have an allowance of their
   * own and leave no audit row.
   */
  readonly isPolled?: true
  /**
   * Set on what a stolen session must not do: from a browser session of staff it needs a code or passkey of the last
   * minutes. Keys are not asked, and recipients have nothing to show again.
   */
  readonly isSensitive?: true
  /** Set on what says something of all appointments at once: refused to staff with locations of their own. */
  readonly isOfAllLocations?: true
  /** Set on a choice of the caller for themselves alone: a session needs no scope for it. */
  readonly isOwnPreference?: true
  /** Which allowance a call is counted against. */
  readonly rateLimit?: 'default' | 'intake'
  /** Set on what the recipients' login server serves: an origin of its own, and answers without the envelope. */
  readonly server?: 'login'
  /** A complete example; tests parse it with the schemas. */
  readonly example: {
    readonly params?: Static<P>
    readonly query?: Static<Q>
    readonly body?: Static<B>
    readonly data: Static<D>
  }
}

/** What an operation changes, as another one reads it. */
export type Target = {
  /** The operation that reads it, by the same path parameters. */
  readonly readBy: string
  /** The part of the answer whose fields the input names, with its version; the whole answer when left out. */
  readonly part?: (data: Fields, input: Fields) => Fields | undefined
  /** Fields by which a person recognizes it. */
  readonly shows: readonly string[]
  /** Fields that are merged: their parts that the input leaves out are kept. Other fields are replaced as a whole. */
  readonly merges?: readonly string[]
  /** Changes beyond the input. */
  readonly becomes?: Fields
}

/** Values by name, whose types are in their schema: flat input, or an answer. */
export type Fields = Readonly<Record<string, unknown>>

export type OperationInput<P extends TObject, Q extends TObject, B extends TSchema> = {
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
}

/** What a handler that lists gets besides: the requested page, its token already checked. */
export type Paged<Q extends TObject> = 'pageToken' extends keyof Static<Q> ? { readonly page: Page } : unknown

/** A success with another status than the operation's usual one, or one that was given before. */
export type WithStatus<D> = { readonly status: number; readonly data: D; readonly isReplayed: boolean }

export type AnyInput = OperationInput<TObject, TObject, TSchema> & { readonly page?: Page | null }

/** Served in one transaction. */
export type PlainOperation = {
  readonly contract: OperationContract
  readonly handle: (ctx: Ctx, input: AnyInput) => Promise<unknown>
}

/** Served in several, with calls to a provider between them. */
export type SteppedOperation = {
  readonly contract: OperationContract
  readonly handleInSteps: (ctx: StepsCtx, input: AnyInput) => Promise<unknown>
  /** Whether a call that was cut off did its work. Needed where an agent may propose it. */
  readonly hasApplied?: HasApplied
}

/** @param since when the call began */
export type HasApplied = (
  tx: Tx,
  call: { readonly platformHolderId: string; readonly actorId: string; readonly since: Temporal.Instant },
) => Promise<boolean>

export type Operation = PlainOperation | SteppedOperation

/** An operation that carries the types of its calls for clients in this repository; `call` never exists at run time. */
export type Typed<O extends Operation, Call> = O & { readonly call?: Call }

/** What a client sends and gets. */
export type CallOf<Id extends string, P extends TObject, Q extends TObject, B extends TSchema, D extends TSchema> = {
  readonly operationId: Id
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly data: Static<D>
}

/**
 * Defines an operation once. Routing, validation, OpenAPI, scopes, the voice catalogue and the generated tests follow
 * from it. Contract and handler are two calls because in one object TypeScript widens literals of async results.
 */
export function operation<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  D extends TSchema,
  R extends Role | 'either',
  const Id extends string,
>(contract: OperationContract<P, Q, B, D, R, Id>) {
  type Call = CallOf<Id, P, Q, B, D>
  return {
    handle(
      handler: (ctx: CtxOf<R>, input: OperationInput<P, Q, B> & Paged<Q>) => Promise<Static<D> | WithStatus<Static<D>>>,
    ): Typed<PlainOperation, Call> {
      // Safe because the surface hands a handler only callers of its role, and input that its own schemas accepted.
      const handle = handler as unknown as PlainOperation['handle']
      return { contract: contract as unknown as OperationContract, handle }
    },
    /**
     * For the few operations whose answer needs a provider: each step is a transaction of its own, and the provider is
     * called between two of them. A client request id that was answered gets that answer again without any step; the
     * handler itself must make a call harmless that was cut off or comes twice at once.
     */
    handleInSteps(
      handler: (
        ctx: R extends 'platform_holder_user' ? StepsCtx : never,
        input: OperationInput<P, Q, B>,
      ) => Promise<Static<D> | WithStatus<Static<D>>>,
      hasApplied?: HasApplied,
    ): Typed<SteppedOperation, Call> {
      const handleInSteps = handler as unknown as SteppedOperation['handleInSteps']
      return {
        contract: contract as unknown as OperationContract,
        handleInSteps,
        ...(hasApplied ? { hasApplied } : {}),
      }
    },
  }
}

/** For an operation without query parameters or without path parameters. */
export const none = strictObject({})

/** Answers with another of the operation's success statuses. */
export function withStatus<D>(status: number, data: D): WithStatus<D> {
  return new StatusedData(status, data)
}

/** Replays a first answer, for handlers that keep their answers themselves. */
export function replayed<D>(status: number, data: D): WithStatus<D> {
  return new StatusedData(status, data, true)
}

export function isWithStatus(result: unknown): result is WithStatus<unknown> {
  return result instanceof StatusedData
}

class StatusedData<D> {
  readonly status: number
  readonly data: D
  readonly isReplayed: boolean
  constructor(status: number, data: D, isReplayed = false) {
    this.status = status
    this.data = data
    this.isReplayed = isReplayed
  }
}

/**
 * Whether a call can safely be repeated when the outcome of the first is unknown: it only reads, sets a state rather
 * than adds to it, or has an id or version in its body.
 */
export function isRepeatableContract({ method, body, isReadOnly }: OperationContract): boolean {
  if (method !== 'POST' || isReadOnly) return true
  const fields = Object.keys((body as { properties?: object } | null)?.properties ?? {})
  return fields.some((field) => repeatedBy.has(field))
}

const repeatedBy = new Set(['clientRequestId', 'requestId', 'externalAppointmentId', 'expectedVersion'])

/**
 * Whether only a person may do it: a call that an agent makes for them (`X-Voice-Tool`) is refused. An agent reads, and
 * asks for changes where they become proposals; every other change is a person's.
 */
export function isForPeopleOnly({ method, auth, voice, ...contract }: OperationContract): boolean {
  const isChange = method !== 'GET' && contract.isReadOnly === undefined && voice?.mode !== 'read'
  return isChange && auth.length > 0 && contract.server === undefined && contract.isForAgents === undefined
}

/** Whether an app sends a request because its agent asked for it: it is not made by a person, whoever holds the session. */
export function isOfAgent(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['x-voice-tool'] !== undefined
}

/** True when the operation changes something, so that a browser session needs the CSRF proof. */
export function needsCsrf(contract: OperationContract): boolean {
  return contract.method !== 'GET' && contract.auth.includes('browserSession')
}
