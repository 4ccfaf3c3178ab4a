import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StaffSession } from '#web/api/staff-sign-in.ts'

/** What whoever is signed in may do. What they may not is not shown; the API refuses it in any case. */
export type Rights = Pick<StaffSession, 'scopes' | 'locations'>

const ofAppointments = 'appointments:read'

/** What the pages under an address ask for; the longest beginning counts. */
const needed: Readonly<Record<string, string>> = {
  '/today': ofAppointments,
  '/appointments': ofAppointments,
  '/appointments/new': 'appointments:write',
  '/appointments/import': 'appointments:write',
  '/requests': 'recipient-requests:read',
  '/replies': 'replies:read',
  '/people': 'recipient-links:read',
  '/people/': ofAppointments,
  '/call-list': ofAppointments,
  '/batches': 'batches:write',
  '/delivery': 'reminders:read',
  '/welcome': 'onboarding:write',
  '/setup/locations': 'profile:write',
  '/setup/types': 'appointment-types:write',
  '/setup/reminders': 'reminders:write',
  '/setup/layouts': 'appointment-layouts:write',
  '/setup/integrations': 'integrations:read',
  '/setup/webhooks': 'webhooks:read',
  '/setup/networks': 'access:write',
  '/setup/linking': 'recipient-links:write',
  '/setup/staff': 'access:write',
  '/setup/audit': 'audit:read',
  '/account/profile': 'profile:write',
  '/account/billing': 'billing:read',
  '/account/calls': 'access:read',
}
const paths = Object.keys(needed)

/** Whether a page may be opened; of an address with pages below it, whether one of those may. */
export function mayOpen(rights: Rights, path: string): boolean {
  const { scopes, locations } = rights
  const above = paths.filter((one) => path.startsWith(one)).sort((a, b) => b.length - a.length)[0]
  if (above === undefined) return !hasParts(path) || firstOf(rights, path) !== undefined
  const scope = path.endsWith('/edit') ? 'appointments:write' : needed[above]
  // The report counts all appointments.
  return scopes.includes(scope ?? '') && (locations === null || above !== '/delivery')
}

function hasParts(path: string): boolean {
  return path === '/setup'
}

/** The first page below an address that may be opened. */
export function firstOf(rights: Rights, path: string): string | undefined {
  return paths.find((one) => one.startsWith(`${path}/`) && mayOpen(rights, one))
}

const shell = getRouteApi('/shell')

export function useRights(): Rights {
  return shell.useRouteContext({ select: ({ rights }) => rights })
}

export function useMay(scope: string): boolean {
  return useRights().scopes.includes(scope)
}

/** Shows what is for those who may do something, such as a button, to them alone. */
export function May({ scope, children }: { readonly scope: string; readonly children: ReactNode }) {
  return useMay(scope) ? children : null
}
