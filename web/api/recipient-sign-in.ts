import { queryOptions } from '@tanstack/react-query'
import { NobodySignedIn } from './api-error.ts'
import { request } from './request.ts'

/** Browser sign-in of people with appointments, outside the contract. */

type AnySession = {
  readonly role: 'recipient' | 'platform_holder_user'
  /** Null for staff. */
  readonly recipientId: string | null
}

/**
 * Who is signed in here: somebody with appointments, or staff in the same browser.
 *
 * @throws NobodySignedIn; ApiError when the session has ended
 */
export const anySession = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = (await request('GET', '/auth/recipient/session', { signal })) as AnySession | null
    if (session === null) throw new NobodySignedIn()
    return session
  },
  staleTime: 60_000,
  retry: false,
  // Asked before anything is shown: that nobody is signed in need not be heard twice.
  retryOnMount: false,
})

export type CodeSent = {
  readonly challengeId: string
  readonly codeLength: number
  /** How long until another code can be asked for. */
  readonly resendAfterSeconds: number
}

/** Has a code sent by SMS. The answer is the same whether or not the number is known. */
export async function requestTextedCode(phoneNumberE164: string): Promise<CodeSent> {
  return (await request('POST', '/auth/recipient/code', { body: { phoneNumberE164 } })) as CodeSent
}

/** The same for the number a message went to, which only the server knows. @throws ApiError NOT_FOUND without one */
export async function requestCodeOfMessage(token: string): Promise<CodeSent> {
  return (await request('POST', `/m/${token}/code`)) as CodeSent
}

export async function enterCode(body: { readonly challengeId: string; readonly code: string }): Promise<void> {
  await request('POST', '/auth/recipient/session', { body })
}

export async function leave(): Promise<void> {
  await request('POST', '/auth/sign-out')
}
