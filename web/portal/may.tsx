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
  '/account/keys/accounts': 'access:read',
}
const paths = Object.keys(needed)
/** What forms further down ask for. */
const forms = [
  [/\/edit$/, 'appointments:write'],
  [/^\/account\/keys\/accounts\/[^/]+\/new$/, 'service-accounts:write'],
] as const

/** Whether a page may be opened; of the set-up, whether one of its pages may. */
export function mayOpen(rights: Rights, path: string): boolean {
  const { scopes, locations } = rights
  const above = paths.filter((one) => path.startsWith(one)).sort((a, b) => b.length - a.length)[0]
  if (above === undefined)
    return path !== '/setup' || paths.some((one) => one.startsWith('/setup/') && mayOpen(rights, one))
  const scope = forms.find(([form]) => form.test(path))?.[1] ?? needed[above]
  // The report counts all appointments.
  return scopes.includes(scope ?? '') && (locations === null || above !== '/delivery')
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
