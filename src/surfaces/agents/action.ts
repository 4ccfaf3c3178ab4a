import type { TSchema } from 'typebox'
import type { AnyInput, Fields, Operation, OperationContract, PlainOperation } from '#/kernel/operation.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** What an agent may ask for. */
    readonly actions: Actions
  }
}

/** An operation an agent may ask for: a read is done at once, a change becomes a proposal that a person confirms. */
export type Action = {
  readonly operationId: string
  readonly title: string
  readonly category: NonNullable<OperationContract['voice']>['category']
  readonly scope: string | null
  readonly mode: 'read' | 'proposal'
  readonly requiresPaymentConsent: boolean
  readonly operation: Operation
  /** Reads what this one changes; null for a read, and for what makes something new. */
  readonly reader: PlainOperation | null
  /** One flat object: ids of the path, query and body, without what the server sets. */
  readonly inputSchema: TSchema
  /** Of what `shape` returns. */
  readonly outputSchema: TSchema
  /**
   * Parses what the agent wrote.
   *
   * @throws AppError MALFORMED_JSON, VALIDATION_FAILED or UNKNOWN_FIELD
   */
  parse(argumentsJson: string): Fields
  /** The operation's input: what was parsed, and what the server sets. */
  complete(input: Fields, set: SetByServer): AnyInput
  /** The part of an answer that an agent sees: of lists only names and counts, never contacts. */
  shape(data: unknown): unknown
}

export type SetByServer = {
  readonly platformHolderId: string
  /** Used as the client request id. */
  readonly requestId: string
  /** The version of the target when it was proposed; null where there is none. */
  readonly expectedVersion: number | null
}

/** By operationId. */
export type Actions = ReadonlyMap<string, Action>
