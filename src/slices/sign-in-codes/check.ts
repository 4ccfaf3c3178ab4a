import type { Tx } from '#/kernel/postgres/db.ts'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { guessesLeft, needsLongCode, triesPerCode } from './bounds.ts'
import type { Channel } from './channel.ts'
import { codeHmac, isRightCode } from './code.ts'

/** A code that was asked for and is still good. */
export type OpenCode = {
  readonly id: string
  /** Null until its message is written, and for an unknown contact. */
  readonly codeHmac: Buffer | null
  readonly isLong: boolean
  /** When its contact has all its guesses again; null: it has them. */
  readonly spentUntil: Temporal.Instant | null
}

/** What wrong codes leave in the audit trail. `guessed`: from this one on the codes of the contact are long. */
export type Trace = {
  readonly kind: 'failed' | 'guessed'
  readonly codeId: string
  readonly detail: { readonly codeTries: number; readonly contactTries: number }
}

export type CheckedCode<Code> =
  | { readonly isRight: true; readonly right: Code }
  | { readonly isRight: false; readonly traces: readonly Trace[] }

/**
 * Compares a code with those that are open, as far as the guesses of their contact go, and counts a wrong one. A right
 * one stays good until the caller uses it up (`store.use`).
 *
 * @param open of one contact, newest first, read under the lock of that contact, so that parallel guesses are counted too
 */
export async function checkCode<Code extends OpenCode>(
  tx: Tx,
  channel: Channel,
  { keys, now, open, code }: { keys: DerivedKeys; now: Temporal.Instant; open: readonly Code[]; code: string },
): Promise<CheckedCode<Code>> {
  const before = open[0]?.spentUntil ?? null
  const left = guessesLeft(now, before)
  const compared = open.filter(({ isLong }, index) => isLong || index < left)
  const right = compared.find(({ id, codeHmac: stored }) => isRightCode(stored, codeHmac(keys, channel, id, code)))
  if (right) return { isRight: true, right }
  const counted = compared.filter(({ isLong }) => channel.burnsLongCodes || !isLong)
  if (counted.length === 0) return { isRight: false, traces: [] }
  const wrong = await tx.rows(channel.store.countWrong, [counted.map(({ id }) => id), now])
  const traceOf = (kind: Trace['kind'], { id, codeTries, contactTries }: (typeof wrong)[number]): Trace => ({
    kind,
    codeId: id,
    detail: { codeTries, contactTries },
  })
  // The first of a code, the one that burns it and the one after which codes are long: more would let strangers fill the trail.
  const failed = wrong.filter(({ codeTries }) => codeTries === 1 || codeTries === triesPerCode)
  const guessed = wrong.slice(0, 1).filter((each) => !needsLongCode(now, before) && needsLongCode(now, each.spentUntil))
  return {
    isRight: false,
    traces: [...failed.map((each) => traceOf('failed', each)), ...guessed.map((each) => traceOf('guessed', each))],
  }
}
