import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { waitingPeople, type WaitingSearch } from './waiting-queries.ts'

const waitingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: ({ pageToken }: Record<string, unknown>): WaitingSearch => ({
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, holder }, deps }) =>
    Promise.all([
      queryClient.ensureQueryData(profile(holder)),
      queryClient.ensureQueryData(waitingPeople(holder, deps)),
    ]),
  component: lazyRouteComponent(() => import('./waiting-page.tsx'), 'WaitingPage'),
  pendingComponent: PageSkeleton,
})

export const waitingRoutes = [waitingRoute] as const
