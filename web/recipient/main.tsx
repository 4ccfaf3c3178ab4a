import type { Messages } from '@lingui/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startLocale, wishedLocale } from '#web/ui/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import '#web/ui/theme.css'
import { joinDemo } from './demo-frame.ts'
import { queryClient, router } from './router.tsx'

joinDemo()
await startLocale(wishedLocale(), import.meta.glob<{ messages: Messages }>('./locales/*.po'))
show(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
// Only so that there is a page to see without a connection; it keeps nothing of anybody.
if (window.parent === window) navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
