import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { shellRoute } from '../root-route.tsx'
import { PartError } from '../shell/page-error.tsx'
import { oneRequest, requestList, type RequestSearch } from './request-queries.ts'

const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: ({ show, pageToken }: Record<string, unknown>): RequestSearch => ({
    show: show === 'all' || show === 'to-move' ? show : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, holder }, deps }) => queryClient.ensureQueryData(requestList(holder, deps)),
  component: lazyRouteComponent(() => import('./request-list-page.tsx'), 'RequestListPage'),
  pendingComponent: PageSkeleton,
})

const requestRoute = createRoute({
  getParentRoute: () => requestsRoute,
  path: '$requestId',
  loader: ({ context: { queryClient, holder }, params: { requestId } }) =>
    queryClient.ensureQueryData(oneRequest(holder, requestId)),
  component: lazyRouteComponent(() => import('./request-panel.tsx'), 'RequestPanel'),
  pendingComponent: PageSkeleton,
  errorComponent: PartError,
})

export const requestRoutes = [requestsRoute.addChildren([requestRoute])] as const
