import { audit, type AuditEvent } from '#/kernel/audit.ts'
import type { Tx } from '#/kernel/db.ts'

/** Leaves the audit row of an operator's change, with the commit of that change. The operator has no id: who may run commands decides the machine. */
export function auditOperator(tx: Tx, event: Omit<AuditEvent, 'actor' | 'requestId'>): void {
  audit(tx, { ...event, actor: { kind: 'operator', id: null }, requestId: null })
}
