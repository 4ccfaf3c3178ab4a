import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { addRoutes } from '#web/api/client.ts'
import { holderRoutes } from '#web/api/holder-routes.ts'
import { startLocale, wishedLocale } from '#web/ui/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import '#web/ui/theme.css'
import { queryClient, router } from './router.tsx'
import { Support } from './shell/support.tsx'

addRoutes(holderRoutes)
await startLocale(wishedLocale(), 'portal')
show(
  <QueryClientProvider client={queryClient}>
    <Support>
      <RouterProvider router={router} />
    </Support>
  </QueryClientProvider>,
)
