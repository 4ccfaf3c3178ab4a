import { userInfo } from 'node:os'
import { ConfigurationError } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { audit, type AuditEvent } from '#/kernel/audit.ts'
import type { Tx } from '#/kernel/postgres/db.ts'

/** Null in a process that runs no command, such as a server that adds the demo data. */
let operatorName: string | null = null

/**
 * Sets who runs the command of this process, before it runs.
 *
 * @throws ConfigurationError in production, where a user of the machine may be several people, when nobody is named
 */
export function nameOperator({ operator, environment }: Pick<Settings, 'operator' | 'environment'>): void {
  if (operator === null && environment === 'production')
    throw new ConfigurationError([
      'TIJDIG_OPERATOR is needed in production for this command: the name the audit trail knows you by, such as j.smit.',
    ])
  operatorName = operator ?? nameOfUser()
}

/** Adds the audit row of an operator's change to its transaction. */
export function auditOperator(tx: Tx, event: Omit<AuditEvent, 'actor' | 'requestId'>): void {
  audit(tx, { ...event, actor: { kind: 'operator', id: null, name: operatorName }, requestId: null })
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // In a container a user may have a number and no name.
    return `user ${process.getuid?.()}`
  }
}
