import type { Services } from '#/kernel/context.ts'
import { hmac } from '#/kernel/derived-keys.ts'

/** The stored form of a code: it works for its own challenge only. */
export function codeHmac({ keys }: Pick<Services, 'keys'>, challengeId: string, code: string): Buffer {
  return hmac(keys.signInCode, `recipient ${challengeId} ${code}`)
}
