import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.tsx'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  // Named even when it is refused: the router keeps parameters that are not named.
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => ({ to: isOwnPath(to) ? to : undefined }),
  // The link of an invitation has its token behind the `#`.
  component: lazyRouteComponent(
    () => (location.hash ? import('./invitation-page.tsx') : import('./sign-in-page.tsx')),
    'SignInPage',
  ),
})

export const signInRoutes = [signInRoute] as const

/** Other origins are refused: no open redirect. */
function isOwnPath(to: unknown): to is string {
  return typeof to === 'string' && /^\/[^/\\]/.test(to)
}
