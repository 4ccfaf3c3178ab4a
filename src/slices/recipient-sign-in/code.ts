import { randomInt } from 'node:crypto'
import type { Services } from '#/kernel/context.ts'
import { hmac } from '#/kernel/derived-keys.ts'

/** A new code: six digits, drawn evenly. */
export function drawCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored form of a code: it works for its own challenge only. */
export function codeHmac({ keys }: Pick<Services, 'keys'>, challengeId: string, code: string): Buffer {
  return hmac(keys.signInCode, `recipient ${challengeId} ${code}`)
}
