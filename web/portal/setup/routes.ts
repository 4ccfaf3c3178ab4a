import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../root-route.tsx'

const setupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
})

export const setupRoutes = [setupRoute] as const
