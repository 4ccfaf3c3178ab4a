import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../root-route.tsx'

const voiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voice',
  component: lazyRouteComponent(() => import('./voice-page.tsx'), 'VoicePage'),
})

export const voiceRoutes = [voiceRoute] as const
