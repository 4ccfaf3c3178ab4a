import { createHash } from 'node:crypto'
import type { Schema } from './schema.ts'

/**
 * Whether a database was made by the migrations before the baseline, all of them: then it has what the baseline makes. The
 * rows of those stay, because a process of before still looks for them.
 *
 * @param applied checksums by name, of a database without the baseline
 * @throws Error when some of them are missing, with what to do
 */
export function isAtEndBeforeBaseline(
  { beforeBaseline: { last, sha256 }, variable }: Schema,
  applied: ReadonlyMap<string, string>,
): boolean {
  const before = [...applied].filter(([name]) => name <= last).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const present = before.at(-1)?.[0]
  if (present === undefined) return false
  const lines = before.map(([name, checksum]) => `${name} ${checksum}`).join('\n')
  if (createHash('sha256').update(lines).digest('hex') === sha256) return true
  throw new Error(
    `${variable} names a database that an older version made, up to ${present}, and only one up to ${last} can be taken over: run \`tijdig migrate\` of the last version that has migrations/${last} first, then this one (docs/running/upgrade.md). Nothing was changed.`,
  )
}
