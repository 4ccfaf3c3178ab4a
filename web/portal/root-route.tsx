import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { isSessionEnded } from '#web/api/api-error.ts'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { Shell } from './shell/shell.tsx'

/** What loaders are given. */
export type RouterContext = { readonly queryClient: QueryClient }

export const rootRoute = createRootRouteWithContext<RouterContext>()()

/**
 * What is only there for whoever is signed in. Its context has the organization, as `context.holder`; in components
 * `useHolder()` gives the same.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      const session = await queryClient.ensureQueryData(staffSession)
      return { holder: session.platformHolderId }
    } catch (error) {
      if (!isSessionEnded(error)) throw error
      throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
    }
  },
  component: Shell,
})
