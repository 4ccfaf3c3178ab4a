import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../root-route.tsx'

const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  component: lazyRouteComponent(() => import('./request-list-page.tsx'), 'RequestListPage'),
})

export const requestRoutes = [requestRoute] as const
