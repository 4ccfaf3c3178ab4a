import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import { request } from './request.ts'

/** Browser sign-in of people with appointments, outside the contract. */

/** Who is signed in here: somebody with appointments, or staff in the same browser. @throws ApiError when nobody is */
export const anySession = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('getApiIdentity', {}, signal),
  staleTime: 60_000,
  retry: false,
  // Asked before anything is shown: that nobody is signed in need not be heard twice.
  retryOnMount: false,
})

export type CodeSent = {
  readonly challengeId: string
  readonly codeLength: number
  /** How long until another code can be asked for. */
  readonly waitSeconds: number
}

/** Has a code sent by SMS. The answer is the same whether or not the number is known. */
export async function requestTextedCode(phoneNumberE164: string): Promise<CodeSent> {
  return toCodeSent((await request('POST', '/auth/recipient/code', { body: { phoneNumberE164 } })) as Challenge)
}

/** The same for the number a message went to, which only the server knows. @throws ApiError NOT_FOUND without one */
export async function requestCodeOfMessage(token: string): Promise<CodeSent> {
  return toCodeSent((await request('POST', `/m/${token}/code`)) as Challenge)
}

function toCodeSent({ challengeId, codeLength, expiresAt, resendAvailableAt }: Challenge): CodeSent {
  // Codes are valid for five minutes. Only the server's times are compared: this device's clock may differ.
  const askedAtMs = Date.parse(expiresAt) - 300_000
  return { challengeId, codeLength, waitSeconds: Math.ceil((Date.parse(resendAvailableAt) - askedAtMs) / 1_000) }
}

type Challenge = Omit<CodeSent, 'waitSeconds'> & { readonly expiresAt: string; readonly resendAvailableAt: string }

export async function enterCode(body: { readonly challengeId: string; readonly code: string }): Promise<void> {
  await request('POST', '/auth/recipient/session', { body })
}

export async function leave(): Promise<void> {
  await request('POST', '/auth/sign-out')
}
