import { randomInt } from 'node:crypto'
import { hmac, isSame, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import type { Channel } from './channel.ts'

/** Digits of a code while nobody guesses at its contact. */
export const shortDigits = 6

/** A new code of so many digits, drawn evenly. @param digits a multiple of six */
export function drawCode(digits = shortDigits): string {
  return Array.from({ length: digits / 6 }, () => String(randomInt(1_000_000)).padStart(6, '0')).join('')
}

/** The stored form of a code: it works for its own request only. */
export function codeHmac(keys: DerivedKeys, { label }: Pick<Channel, 'label'>, codeId: string, code: string): Buffer {
  return hmac(keys.signInCode, `${label}${codeId} ${code}`)
}

/** Whether a code is the stored one; takes the same time where none is stored, as for an unknown contact. */
export function isRightCode(stored: Buffer | null, given: Buffer): boolean {
  return isSame(stored ?? noCode, given) && stored !== null
}

/** As long as a stored code, and equal to none. */
const noCode = Buffer.alloc(32)
