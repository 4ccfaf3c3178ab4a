import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { passkeys } from '#web/api/passkeys.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { shellRoute } from '../root-route.tsx'

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

const passkeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account/passkeys',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(passkeys),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./passkeys-page.tsx'), 'PasskeysPage'),
})

export const accountRoutes = [accountRoute, passkeysRoute] as const
