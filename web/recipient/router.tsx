import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRouter } from '@tanstack/react-router'
import { createQueryClient } from '#web/ui/query-client.ts'

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()()

export const queryClient = createQueryClient(() => undefined)

export const router = createRouter({
  routeTree: rootRoute.addChildren([]),
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})
