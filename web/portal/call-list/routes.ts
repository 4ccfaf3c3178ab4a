import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { now } from '#web/api/clock.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { callList, readSearch } from './call-list-queries.ts'

const callListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/call-list',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, holder }, deps }) => {
    const { defaultTimezone: zone } = await queryClient.ensureQueryData(profile(holder))
    const day = deps.day ?? addDays(dayOf(now(), zone), 1)
    await queryClient.ensureQueryData(callList(holder, zone, { ...deps, day }))
  },
  component: lazyRouteComponent(() => import('./call-list-page.tsx'), 'CallListPage'),
  pendingComponent: PageSkeleton,
})

export const callListRoutes = [callListRoute] as const
