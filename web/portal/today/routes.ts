import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { awaitingNewTime, pendingRequests } from '../requests/request-queries.ts'
import { askForToday, week } from './week.ts'

const todayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today',
  loader: async ({ context: { queryClient, holder } }) => {
    askForToday(queryClient, holder)
    const { defaultTimezone, status } = await queryClient.ensureQueryData(profile(holder))
    // A draft organization has nothing here yet: it is set up first.
    if (status === 'draft') throw redirect({ to: '/welcome', replace: true })
    await Promise.all([
      queryClient.ensureQueryData(pendingRequests(holder)),
      queryClient.ensureQueryData(awaitingNewTime(holder)),
      queryClient.ensureQueryData(week(holder, defaultTimezone)),
    ])
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
})

export const todayRoutes = [todayRoute] as const
