import type { Tx } from '#/kernel/postgres/db.ts'
import { platformId } from './ids.ts'
import type { Identity } from './context.ts'
import { insertAuditEvent, insertNamedAuditEvent } from '#/kernel/postgres/store.ts'

export type AuditActor = {
  readonly kind: 'staff' | 'recipient' | 'operator' | 'system' | 'provider' | 'anonymous'
  readonly id: string | null
  /** Of an operator, who has no id: `TIJDIG_OPERATOR`. */
  readonly name?: string | null
  /** Of staff, as it is now. */
  readonly role?: string | null
  /** What it was proved with, and which. */
  readonly credential?: Identity['authentication']
  readonly credentialId?: string
  /** 24 bits of an IPv4 address, 48 of an IPv6 one. */
  readonly network?: string | null
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
  /** `failure` where it did not come about; `success` when left out. */
  readonly outcome?: 'success' | 'failure'
}

/** Adds one append-only audit row to the transaction. */
export function audit(tx: Tx, event: AuditEvent): void {
  const { name = null, role, credential, credentialId, network } = event.actor
  const values = [
    event.platformHolderId ?? platformId,
    event.actor.kind,
    event.actor.id,
    event.action,
    event.requestId,
    event.subjects ?? [],
    event.detail ? JSON.stringify(event.detail) : null,
  ]
  if (name !== null) return tx.send(insertNamedAuditEvent, [...values, name])
  const proof = [role ?? null, credential ?? null, credentialId ?? null, network ?? null]
  tx.send(insertAuditEvent, [...values, ...proof, event.outcome ?? 'success'])
}

/** The audit actor behind an identity. @param network it came from, where it is known */
export function auditActor(identity: Identity, network: string | null = null): AuditActor {
  const { actorId: id, authentication: credential, credentialId } = identity
  const proof = { id, credential, credentialId, network }
  return identity.role === 'recipient'
    ? { kind: 'recipient', ...proof }
    : { kind: 'staff', role: identity.staffRole, ...proof }
}
