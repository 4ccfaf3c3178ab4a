import { randomInt } from 'node:crypto'
import type { Services } from '#/kernel/context.ts'
import { hmac, isSame } from '#/kernel/secrets/derived-keys.ts'

/** A new code of so many digits, drawn evenly. @param digits a multiple of six */
export function drawCode(digits = 6): string {
  return Array.from({ length: digits / 6 }, () => String(randomInt(1_000_000)).padStart(6, '0')).join('')
}

/** The stored form of a code: it works for its own challenge only. */
export function codeHmac({ keys }: Pick<Services, 'keys'>, challengeId: string, code: string): Buffer {
  return hmac(keys.signInCode, `recipient ${challengeId} ${code}`)
}

/** Whether a code is the stored one. Where none was sent, to somebody nobody knows, looking takes the same time. */
export function isRightCode(stored: Buffer | null, given: Buffer): boolean {
  return isSame(stored ?? noCode, given) && stored !== null
}

/** As long as a stored code, and equal to none. */
const noCode = Buffer.alloc(32)
