import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { part } from '#web/api/part.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { appointmentTypes } from '../setup/types/type-queries.ts'
import { readSearch } from './delivery-search.ts'

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/delivery',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, holder }, deps }) => {
    const { hasReasons, periodOf, reasons, report } = await part(() => import('./delivery-queries.ts'))
    const { defaultTimezone } = await queryClient.ensureQueryData(profile(holder))
    const period = periodOf(deps, defaultTimezone)
    if (hasReasons(period)) void queryClient.prefetchQuery(reasons(holder, defaultTimezone, period))
    await Promise.all([
      queryClient.ensureQueryData(report(holder, period, 'day')),
      deps.by && queryClient.ensureQueryData(report(holder, period, deps.by)),
      deps.by === 'appointmentType' && queryClient.ensureQueryData(appointmentTypes(holder)),
    ])
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const deliveryRoutes = [deliveryRoute] as const
