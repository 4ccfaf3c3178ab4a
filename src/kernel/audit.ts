import type { Tx } from '#/kernel/postgres/db.ts'
import { platformId } from './ids.ts'
import type { Identity } from './context.ts'
import { insertAuditEvent, insertNamedAuditEvent } from '#/kernel/postgres/store.ts'

export type AuditActor = {
  readonly kind: 'staff' | 'recipient' | 'operator' | 'system' | 'provider' | 'anonymous'
  readonly id: string | null
  /** Of an operator, who has no id: `TIJDIG_OPERATOR`. */
  readonly name?: string | null
}

export type AuditEvent = {
  readonly platformHolderId: string | null
  readonly actor: AuditActor
  /** operationId, command or event name. */
  readonly action: string
  readonly requestId: string | null
  /** Appointments, reminders, recipients or keys the event is about. */
  readonly subjects?: readonly string[]
  /** Facts without personal data. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Adds one append-only audit row to the transaction. */
export function audit(tx: Tx, event: AuditEvent): void {
  const values = [
    event.platformHolderId ?? platformId,
    event.actor.kind,
    event.actor.id,
    event.action,
    event.requestId,
    event.subjects ?? [],
    event.detail ? JSON.stringify(event.detail) : null,
  ]
  const { name = null } = event.actor
  if (name === null) tx.send(insertAuditEvent, values)
  else tx.send(insertNamedAuditEvent, [...values, name])
}

/** The audit actor behind an identity. */
export function auditActor(identity: Identity): AuditActor {
  return { kind: identity.role === 'recipient' ? 'recipient' : 'staff', id: identity.actorId }
}
