import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { loadCode, loadCodeOfLinks } from '#web/ui/load-code.ts'
import { startLocale } from '#web/ui/language/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import { wishedLocale } from '#web/ui/language/texts.ts'
import '#web/ui/theme.css'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { Support } from './shell/support.tsx'

const texts = startLocale(wishedLocale(), 'portal')
// The code and texts of the page come meanwhile.
loadCode(router, location.pathname)
await texts
loadCodeOfLinks(router)
show(
  <QueryClientProvider client={queryClient}>
    <Support>
      <RouterProvider router={router} />
    </Support>
  </QueryClientProvider>,
)
