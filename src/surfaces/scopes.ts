import type { Role } from '#/kernel/context.ts'
import type { Operation } from '#/kernel/operation.ts'

/** The scopes a role's operations ask for, sorted: what a `full` key of that role holds when it is made. */
export function scopesOf(operations: readonly Operation[], role: Role): string[] {
  const scopes = operations
    .filter(({ contract }) => contract.role === role || contract.role === 'either')
    .flatMap(({ contract }) => (contract.scope === null ? [] : [contract.scope]))
  return [...new Set(scopes)].sort()
}
