import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startLocale, wishedLocale } from '#web/ui/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import '#web/ui/theme.css'
import { joinDemo } from './demo-frame.ts'
import { keepOfflinePage } from './offline-page.ts'
import { queryClient, router } from './router.tsx'

joinDemo()
await startLocale(wishedLocale(), 'recipient')
show(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
keepOfflinePage()
