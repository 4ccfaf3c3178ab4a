import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { anySession } from '#web/api/recipient-sign-in.ts'
import { createQueryClient } from '#web/ui/query-client.ts'
import { rootRoute, signedInRoute } from './root-route.tsx'
import { NotHere } from './shell/not-here.tsx'
import { withSignIn } from './with-sign-in.ts'

/** Whoever is signed out in the middle of something signs in again at the same place. */
export const queryClient = createQueryClient(() => {
  const isKnown = queryClient.getQueryState(anySession.queryKey)?.status === 'error'
  if (!isKnown) void queryClient.invalidateQueries(anySession)
})

const signedIn = { getParentRoute: () => signedInRoute } as const

const appointmentRoute = createRoute({
  ...signedIn,
  path: '/a/$appointmentId',
  /** What is being asked for, if anything. */
  validateSearch: ({ ask }: Record<string, unknown>): { ask?: 'cancel' | 'move' } =>
    ask === 'cancel' || ask === 'move' ? { ask } : {},
  component: lazyRouteComponent(() => import('./appointments/appointment-page.tsx'), 'AppointmentPage'),
})
const nextRoute = createRoute({
  ...signedIn,
  path: '/my',
  component: lazyRouteComponent(() => import('./appointments/next-page.tsx'), 'NextPage'),
})
const allRoute = createRoute({
  ...signedIn,
  path: '/my/all',
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'earlier' } => (show === 'earlier' ? { show } : {}),
  component: lazyRouteComponent(() => import('./appointments/all-page.tsx'), 'AllPage'),
})
const suggestionsRoute = createRoute({
  ...signedIn,
  path: '/my/suggestions',
  component: lazyRouteComponent(() => import('./suggestions/suggestions-page.tsx'), 'SuggestionsPage'),
})
const meRoute = createRoute({
  ...signedIn,
  path: '/my/me',
  component: lazyRouteComponent(() => withSignIn(() => import('./me/me-page.tsx')), 'MePage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/my', replace: true })
      },
    }),
    signedInRoute.addChildren([appointmentRoute, nextRoute, allRoute, suggestionsRoute, meRoute]),
  ]),
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotHere,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
