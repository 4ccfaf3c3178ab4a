import type { StaffRole } from '#/kernel/context.ts'

export const staffRoles = [
  'owner',
  'admin',
  'scheduler',
  'viewer',
  'integrator',
] as const satisfies readonly StaffRole[]

/** What each role of staff may do, as patterns of scopes: `*` for all of a thing, or of everything. */
const granted: Readonly<Record<StaffRole, readonly string[]>> = {
  owner: ['*'],
  admin: ['*'],
  scheduler: [
    'appointments:read',
    'appointments:write',
    'recipient-requests:*',
    'replies:*',
    'batches:write',
    'appointment-types:read',
    'appointment-layouts:read',
    'reminders:read',
    'profile:read',
  ],
  viewer: [
    'appointments:read',
    'recipient-requests:read',
    'replies:read',
    'appointment-types:read',
    'appointment-layouts:read',
    'reminders:read',
    'profile:read',
  ],
  integrator: [
    'webhooks:*',
    'integrations:*',
    'service-accounts:write',
    'appointments:intake',
    'appointments:read',
    'appointment-types:read',
    'profile:read',
    'access:read',
  ],
}

/** Everybody sees and ends the keys they made: what such a key may do never exceeds what they may. */
const always = ['api-keys:*']
const except: Readonly<Partial<Record<StaffRole, readonly string[]>>> = {
  admin: ['billing:write', 'sessions:read', 'sessions:write'],
}

/**
 * The scopes of each role.
 *
 * @param scopes all that operations of staff ask for
 */
export function scopesOfRoles(scopes: readonly string[]): Readonly<Record<StaffRole, readonly string[]>> {
  const of = (role: StaffRole) => {
    const isGranted = (scope: string) => [...always, ...granted[role]].some((pattern) => covers(pattern, scope))
    return scopes.filter((scope) => isGranted(scope) && !except[role]?.includes(scope))
  }
  return {
    owner: of('owner'),
    admin: of('admin'),
    scheduler: of('scheduler'),
    viewer: of('viewer'),
    integrator: of('integrator'),
  }
}

function covers(pattern: string, scope: string): boolean {
  return pattern === '*' || pattern === scope || (pattern.endsWith(':*') && scope.startsWith(pattern.slice(0, -1)))
}
