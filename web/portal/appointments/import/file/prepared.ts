import { bodyOf, type Body, type Common, type Facts, type Fault } from './facts.ts'
import { factsOf, type Mapping } from './map-row.ts'
import type { Source } from './read-file.ts'

/** A row, and the appointment it becomes or why it becomes none. */
export type PreparedRow = {
  readonly line: number
  /** Identifies it within its file. */
  readonly key: string
  /** As in the file, so that people can find it there. */
  readonly cells: readonly string[]
} & ({ readonly body: Body } | { readonly fault: Fault })

export type Accepted = Extract<PreparedRow, { body: Body }>
export type Rejected = Extract<PreparedRow, { fault: Fault }>

export type Prepared = { readonly accepted: readonly Accepted[]; readonly rejected: readonly Rejected[] }

const sliceMs = 12

/** Prepares each row. Works in slices, so that the page stays responsive with many thousands of them. */
export async function prepare(
  source: Source,
  mapping: Mapping,
  common: Common,
  signal: AbortSignal,
): Promise<Prepared> {
  const accepted: Accepted[] = []
  const rejected: Rejected[] = []
  const seen = new Set<string>()
  let pauseAt = performance.now() + sliceMs
  for (const { line, key, cells, work } of rowsOf(source, mapping, common.timeZone)) {
    const body = typeof work === 'string' ? work : bodyOf(work, common)
    const fault = typeof body === 'string' ? body : seenBefore(seen, body) ? 'twice' : null
    if (fault !== null) rejected.push({ line, key, cells, fault })
    else accepted.push({ line, key, cells, body: body as Body })
    if (performance.now() < pauseAt) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    pauseAt = performance.now() + sliceMs
  }
  return { accepted, rejected }
}

type Row = {
  readonly line: number
  readonly key: string
  readonly cells: readonly string[]
  readonly work: Facts | Fault
}

function* rowsOf(source: Source, mapping: Mapping, timeZone: string): Generator<Row> {
  if (source.kind === 'calendar') {
    for (const { line, key, summary, work } of source.rows) yield { line, key, cells: [summary], work }
    return
  }
  for (const { line, cells, isUnreadable } of source.rows) {
    const work = isUnreadable ? 'unreadable' : factsOf(cells, mapping, timeZone)
    yield { line, key: String(line), cells, work }
  }
}

/** Whether an earlier row has the same person at the same time. */
function seenBefore(seen: Set<string>, { startsAt, recipient }: Body): boolean {
  const key = JSON.stringify([
    startsAt,
    recipient.displayName.toLowerCase(),
    recipient.phoneNumberE164,
    recipient.email,
  ])
  if (seen.has(key)) return true
  seen.add(key)
  return false
}
