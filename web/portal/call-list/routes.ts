import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { isDay } from '#web/ui/time/days.ts'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import type { CallListSearch } from './call-list-queries.ts'

const callListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/call-list',
  validateSearch: ({ day }: Record<string, unknown>): CallListSearch => ({ day: isDay(day) ? day : undefined }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, holder }, deps }) => {
    const { defaultTimezone: zone } = await queryClient.ensureQueryData(profile(holder))
    const { callList } = await import('./call-list-queries.ts')
    await queryClient.ensureQueryData(callList(holder, zone, deps))
  },
  component: lazyRouteComponent(() => import('./call-list-page.tsx'), 'CallListPage'),
  pendingComponent: PageSkeleton,
})

export const callListRoutes = [callListRoute] as const
