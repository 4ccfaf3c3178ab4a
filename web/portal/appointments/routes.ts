import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../root-route.tsx'

const appointmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments',
  component: lazyRouteComponent(() => import('./appointment-list-page.tsx'), 'AppointmentListPage'),
})

export const appointmentRoutes = [appointmentRoute] as const
