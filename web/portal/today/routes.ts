import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { now } from '#web/api/clock.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { dayOf } from '#web/ui/time/days.ts'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import {
  allToMove,
  allUnreached,
  askForToday,
  countsOf,
  firstUnreached,
  todayList,
  weekCounts,
  wholeDayMax,
} from './today-queries.ts'

const todayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today',
  loader: async ({ context: { queryClient, holder } }) => {
    askForToday(queryClient, holder)
    const { defaultTimezone: zone, status } = await queryClient.ensureQueryData(profile(holder))
    // A draft organization has nothing here yet: it is set up first.
    if (status === 'draft') throw redirect({ to: '/welcome', replace: true })
    const today = dayOf(now(), zone)
    void queryClient.prefetchQuery(firstUnreached(holder, zone, today))
    const counts = await queryClient.ensureQueryData(weekCounts(holder, today))
    const isLong = (countsOf(counts, today)?.appointments ?? 0) > wholeDayMax
    await queryClient.ensureInfiniteQueryData(todayList(holder, zone, today, { of: isLong ? 'ahead' : 'all' }))
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
})

const unreachedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today/unreached',
  loader: async ({ context: { queryClient, holder } }) => {
    const { defaultTimezone: zone } = await queryClient.ensureQueryData(profile(holder))
    const today = dayOf(now(), zone)
    await Promise.all([
      queryClient.ensureQueryData(weekCounts(holder, today)),
      queryClient.ensureInfiniteQueryData(allUnreached(holder, zone, today)),
    ])
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./unreached-page.tsx'), 'UnreachedPage'),
})

const toMoveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today/to-move',
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureInfiniteQueryData(allToMove(holder)),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./to-move-page.tsx'), 'ToMovePage'),
})

export const todayRoutes = [todayRoute, unreachedRoute, toMoveRoute] as const
