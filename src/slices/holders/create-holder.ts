import type { Tx } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createDefaultLayouts } from '#/slices/layouts/layouts.ts'
import { isTimeZone } from '#/kernel/time/time-zone.ts'
import { insertHolder } from './operator-store.ts'

export type NewHolder = {
  readonly displayName: string
  readonly defaultLocale?: string
  readonly defaultTimezone?: string
  /** What it sends goes to its inbox, for good (G29). */
  readonly isTest?: boolean
}

/**
 * Creates a platform holder in status draft, with the default reminder policy and layouts. Operator work: no operation does it.
 *
 * @param policyOf the reminder slice's default policy for a new holder
 * @returns the new holder's id
 * @throws RangeError when the time zone is unknown
 */
export async function createHolder(
  tx: Tx,
  holder: NewHolder,
  policyOf: (tx: Tx, platformHolderId: string) => void,
): Promise<string> {
  const id = newId()
  const timezone = holder.defaultTimezone ?? 'Europe/Amsterdam'
  if (!isTimeZone(timezone)) throw new RangeError(`${timezone} is not a known IANA time zone, such as Europe/Amsterdam`)
  await tx.rows(insertHolder, [id, holder.displayName, holder.defaultLocale ?? 'nl', timezone, holder.isTest ?? false])
  policyOf(tx, id)
  createDefaultLayouts(tx, id)
  return id
}
