import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder.ts'
import { shellRoute } from '../root-route.tsx'
import { pendingRequests } from '../shell/request-count.tsx'
import { week } from './week.ts'

const todayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today',
  loader: async ({ context: { queryClient, holder } }) => {
    const requests = queryClient.ensureQueryData(pendingRequests(holder))
    // Nearly always the zone of the organization too, which then need not be known first.
    void queryClient.prefetchQuery(week(holder, Intl.DateTimeFormat().resolvedOptions().timeZone))
    const { defaultTimezone, status } = await queryClient.ensureQueryData(profile(holder))
    // A draft organization has nothing here yet: it is set up first.
    if (status === 'draft') throw redirect({ to: '/welcome', replace: true })
    await Promise.all([requests, queryClient.ensureQueryData(week(holder, defaultTimezone))])
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
})

export const todayRoutes = [todayRoute] as const
