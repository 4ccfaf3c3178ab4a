import { csvLine } from '#/kernel/text/csv.ts'
import type { TrailEvent } from '#/slices/audit-trail/trail-event.ts'

const cells = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  change: ({ change }) => change,
  outcome: ({ outcome }) => outcome,
  actorKind: ({ actor }) => actor.kind,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  actorRole: ({ actor }) => actor.role,
  credential: ({ credential }) => credential?.kind,
  credentialId: ({ credential }) => credential?.id,
  credentialName: ({ credential }) => credential?.name,
  network: ({ network }) => network,
  requestId: ({ requestId }) => requestId,
  subjects: ({ subjects }) => subjects.join(' '),
  id: ({ id }) => id,
} as const satisfies Readonly<Record<string, (event: TrailEvent) => string | null | undefined>>

export const csvHead = `${csvLine([...Object.keys(cells), 'platformHolderId'])}\r\n`

/** A line of the CSV, with its end. */
export function csvOf(event: TrailEvent, platformHolderId: string): string {
  const values = Object.values(cells).map((cell) => cell(event) ?? '')
  return `${csvLine([...values, platformHolderId])}\r\n`
}
