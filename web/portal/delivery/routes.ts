import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../root-route.tsx'

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/delivery',
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const deliveryRoutes = [deliveryRoute] as const
