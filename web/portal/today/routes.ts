import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
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
    const { defaultTimezone } = await queryClient.ensureQueryData(profile(holder))
    await Promise.all([requests, queryClient.ensureQueryData(week(holder, defaultTimezone))])
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
})

export const todayRoutes = [todayRoute] as const
