import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { anySession } from '#web/api/recipient-sign-in.ts'
import { createQueryClient } from '#web/ui/query-client.ts'
import { ahead, own, ownRequests } from './appointments/appointment-queries.ts'
import { LoadingShape } from './loaded.tsx'
import { AppShell } from './shell/app-shell.tsx'

/** Whoever is signed out in the middle of something signs in again at the same place. */
export const queryClient = createQueryClient(() => {
  const isKnown = queryClient.getQueryState(anySession.queryKey)?.status === 'error'
  if (!isKnown) void queryClient.invalidateQueries(anySession)
})

const rootRoute = createRootRoute()
const inApp = { getParentRoute: () => rootRoute } as const

const appointmentRoute = createRoute({
  ...inApp,
  path: '/a/$appointmentId',
  /** What is being asked for, if anything. */
  validateSearch: ({ ask }: Record<string, unknown>): { ask?: 'cancel' | 'move' } =>
    ask === 'cancel' || ask === 'move' ? { ask } : {},
  loader: ({ params }) => {
    void queryClient.prefetchQuery(own(params.appointmentId))
    void queryClient.prefetchQuery(ownRequests())
  },
  component: lazyRouteComponent(() => import('./appointments/appointment-page.tsx'), 'AppointmentPage'),
})
const nextRoute = createRoute({
  ...inApp,
  path: '/my',
  loader: () => {
    void queryClient.prefetchQuery(ahead())
    void queryClient.prefetchQuery(ownRequests())
  },
  component: lazyRouteComponent(() => import('./appointments/next-page.tsx'), 'NextPage'),
})
const allRoute = createRoute({
  ...inApp,
  path: '/my/all',
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'earlier' } => (show === 'earlier' ? { show } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.show === undefined) void queryClient.prefetchQuery(ahead())
  },
  component: lazyRouteComponent(() => import('./appointments/all-page.tsx'), 'AllPage'),
})
const suggestionsRoute = createRoute({
  ...inApp,
  path: '/my/suggestions',
  component: lazyRouteComponent(() => import('./suggestions/suggestions-page.tsx'), 'SuggestionsPage'),
})
const meRoute = createRoute({
  ...inApp,
  path: '/my/me',
  component: lazyRouteComponent(() => import('./me/me-page.tsx'), 'MePage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    createRoute({
      ...inApp,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/my', replace: true })
      },
    }),
    appointmentRoute,
    nextRoute,
    allRoute,
    suggestionsRoute,
    meRoute,
  ]),
  defaultPendingMs: 300,
  // The skeleton is faint at first, so a page that comes right after it need not wait for half a second.
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingShape,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./shell/not-here.tsx'), 'NotHere'),
  // Stands before the first page has come.
  InnerWrap: AppShell,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
