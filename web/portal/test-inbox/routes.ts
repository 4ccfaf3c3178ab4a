import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import type { InboxSearch } from './test-inbox-queries.ts'

const testInboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/test-inbox',
  validateSearch: ({ pageToken }: Record<string, unknown>): InboxSearch => ({
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, holder }, deps }) => {
    const { isTest } = await queryClient.ensureQueryData(profile(holder))
    if (!isTest) throw redirect({ to: '/today', replace: true })
    const { testInbox } = await import('./test-inbox-queries.ts')
    await queryClient.ensureQueryData(testInbox(holder, deps))
  },
  component: lazyRouteComponent(() => import('./test-inbox-page.tsx'), 'TestInboxPage'),
  pendingComponent: PageSkeleton,
})

export const testInboxRoutes = [testInboxRoute] as const
