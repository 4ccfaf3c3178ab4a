import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type RouteComponent } from '@tanstack/react-router'
import { addRoutes } from '#web/api/client.ts'
import { holderRoutes } from '#web/api/holder-routes.ts'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { startLocale, wishedLocale } from '#web/ui/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import '#web/ui/theme.css'
import { queryClient, router } from './router.tsx'
import { Support } from './shell/support.tsx'

addRoutes(holderRoutes)
const texts = startLocale(wishedLocale(), 'portal')
// Asked for while the texts come: who is signed in, and the code and texts of the page.
if (location.pathname !== '/sign-in') void queryClient.prefetchQuery(staffSession)
const [routes] = router.getMatchedRoutes(location.pathname)
for (const { options } of routes) void (options.component as RouteComponent | undefined)?.preload?.()
await texts
show(
  <QueryClientProvider client={queryClient}>
    <Support>
      <RouterProvider router={router} />
    </Support>
  </QueryClientProvider>,
)
