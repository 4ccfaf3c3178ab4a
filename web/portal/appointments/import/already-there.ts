import { call } from '#web/api/client.ts'
import type { Prepared, Rejected } from './file/prepared.ts'

/** The API lists at most 366 days at a time. */
const spanMs = 365 * 86_400_000

/**
 * Leaves out rows whose person has an appointment at that time already: whoever imports the agenda of every week would
 * remind them twice.
 */
export async function withoutThose(holder: string, prepared: Prepared, signal: AbortSignal): Promise<Prepared> {
  const starts = prepared.accepted.map(({ body }) => Date.parse(body.startsAt))
  if (starts.length === 0) return prepared
  const there = await keysBetween(holder, earliest(starts), -earliest(starts.map((start) => -start)), signal)
  const accepted = prepared.accepted.filter(({ body }) => !there.has(keyOf(body)))
  if (accepted.length === prepared.accepted.length) return prepared
  const left = prepared.accepted.flatMap(({ body, ...row }): Rejected[] =>
    there.has(keyOf(body)) ? [{ ...row, fault: 'twice' }] : [],
  )
  return { accepted, rejected: [...prepared.rejected, ...left].toSorted((one, other) => one.line - other.line) }
}

async function keysBetween(holder: string, first: number, last: number, signal: AbortSignal): Promise<Set<string>> {
  const keys = new Set<string>()
  for (let at = first; at <= last; at += spanMs) {
    const span = { from: new Date(at).toISOString(), to: new Date(Math.min(last + 1, at + spanMs)).toISOString() }
    let pageToken: string | null = null
    do {
      const query = { ...span, pageSize: '100', ...(pageToken === null ? {} : { pageToken }) }
      const page: { items: readonly Standing[]; nextPageToken: string | null } = await call(
        'listHolderAppointments',
        { params: { platformHolderId: holder }, query },
        signal,
      )
      for (const item of page.items) if (item.status !== 'cancelled') keys.add(keyOf(item))
      pageToken = page.nextPageToken
    } while (pageToken !== null)
  }
  return keys
}

type Timed = { readonly startsAt: string; readonly recipient: { readonly displayName: string } }
type Standing = Timed & { readonly status: string }

/** By name and not by contact, which may have been corrected since. */
function keyOf({ startsAt, recipient }: Timed): string {
  return `${Date.parse(startsAt)} ${recipient.displayName.normalize().replaceAll(/\s+/g, ' ').trim().toLowerCase()}`
}

function earliest(starts: readonly number[]): number {
  return starts.reduce((one, other) => Math.min(one, other))
}
