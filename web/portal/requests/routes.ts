import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { shellRoute } from '../root-route.tsx'
import { PartError } from '../shell/page-error.tsx'
import { appointmentOf, loadRequests, oneRequest, type RequestSearch } from './request-queries.ts'

const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: ({ show, pageToken }: Record<string, unknown>): RequestSearch => ({
    show: show === 'all' ? show : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, holder }, deps }) => loadRequests(queryClient, holder, deps),
  component: lazyRouteComponent(() => import('./request-list-page.tsx'), 'RequestListPage'),
  pendingComponent: PageSkeleton,
})

const requestRoute = createRoute({
  getParentRoute: () => requestsRoute,
  path: '$requestId',
  loader: async ({ context: { queryClient, holder }, params: { requestId } }) => {
    const { appointmentId } = await queryClient.ensureQueryData(oneRequest(holder, requestId))
    await queryClient.ensureQueryData(appointmentOf(holder, appointmentId))
  },
  component: lazyRouteComponent(() => import('./request-panel.tsx'), 'RequestPanel'),
  pendingComponent: PageSkeleton,
  errorComponent: PartError,
})

export const requestRoutes = [requestsRoute.addChildren([requestRoute])] as const
