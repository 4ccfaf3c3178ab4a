import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type RouteComponent } from '@tanstack/react-router'
import { startLocale } from '#web/ui/language/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import { wishedLocale } from '#web/ui/language/texts.ts'
import '#web/ui/theme.css'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { Support } from './shell/support.tsx'

const texts = startLocale(wishedLocale(), 'portal')
// The code and texts of the page come meanwhile.
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
