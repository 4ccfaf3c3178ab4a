import type { Role } from '#/kernel/context.ts'
import type { AuthScheme, Operation } from '#/kernel/operation.ts'

/** The scopes a role's operations ask for, sorted; only of those that take one kind of credential, where one is named. */
export function scopesOf(operations: readonly Operation[], role: Role, by?: AuthScheme): string[] {
  const scopes = operations
    .filter(({ contract }) => contract.role === role || contract.role === 'either')
    .filter(({ contract }) => by === undefined || contract.auth.includes(by))
    .flatMap(({ contract }) => (contract.scope === null ? [] : [contract.scope]))
  return [...new Set(scopes)].sort()
}
