import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './account/routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { batchesRoute } from './batches/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { callListRoutes } from './call-list/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { queryClient } from './query-client.ts'
import { replyRoutes } from './replies/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { rootRoute, shellRoute } from './root-route.tsx'
import { setupRoutes } from './setup/routes.ts'
import { PageError } from './shell/page-error.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { signInRoutes } from './sign-in/routes.ts'
import { testInboxRoutes } from './test-inbox/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { waitingRoutes } from './waiting/routes.ts'
import { voiceRoutes } from './voice/routes.ts'
import { welcomeRoutes } from './welcome/routes.ts'

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  shellRoute.addChildren([
    ...welcomeRoutes,
    ...todayRoutes,
    ...appointmentRoutes,
    batchesRoute,
    ...requestRoutes,
    ...replyRoutes,
    ...waitingRoutes,
    ...peopleRoutes,
    ...callListRoutes,
    ...deliveryRoutes,
    ...setupRoutes,
    ...accountRoutes,
    ...voiceRoutes,
    ...helpRoutes,
    ...testInboxRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPendingMs: 300,
  // The skeleton is faint at first, so a page that comes right after it need not wait for half a second.
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
