import type { Static, TObject, TSchema } from 'typebox'
import type { OperationContract, OperationInput } from '#/kernel/operation.ts'
import type { SignIn } from '#/slices/recipient-sign-in/codes/challenge.ts'

/** What a handler of the login server works with. */
export type LoginCall = SignIn & {
  /** Address the request came from. */
  readonly address: string
  /** Its Cookie header. */
  readonly cookie: string | undefined
  /** Sets a cookie with the answer. */
  readonly setCookie: (value: string) => void
  /** The bearer token, where the operation asks for one; null when there is none of that form. */
  readonly token: string | null
}

type AnyInput = OperationInput<TObject, TObject, TSchema>

/** An operation of the login server: its contract stands with the others, its answer has no envelope. */
export type LoginOperation = {
  readonly contract: OperationContract
  readonly handle: (call: LoginCall, input: AnyInput) => Promise<unknown>
}

/** Defines one. Contract and handler are two calls, as with every operation. */
export function loginOperation<P extends TObject, Q extends TObject, B extends TSchema, D extends TSchema>(
  contract: Omit<OperationContract<P, Q, B, D>, 'server'>,
) {
  return {
    handle(handler: (call: LoginCall, input: OperationInput<P, Q, B>) => Promise<Static<D>>): LoginOperation {
      // Safe because the login server hands a handler only input that its own schemas accepted.
      const handle = handler as unknown as LoginOperation['handle']
      const ofServer = { ...contract, server: 'login', bodyLimitBytes: 4_096 }
      return { contract: ofServer as unknown as OperationContract, handle }
    },
  }
}
