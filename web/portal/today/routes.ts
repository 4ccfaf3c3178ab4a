import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../root-route.tsx'

const todayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/today',
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
})

export const todayRoutes = [todayRoute] as const
