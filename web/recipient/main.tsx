import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { anySession } from '#web/api/recipient-sign-in.ts'
import { loadCodeOfLinks } from '#web/ui/load-code.ts'
import { startLocale } from '#web/ui/language/i18n.tsx'
import { show } from '#web/ui/start.tsx'
import { wishedLocale } from '#web/ui/language/texts.ts'
import '#web/ui/theme.css'
import { joinDemo } from './demo-frame.ts'
import { keepOfflinePage } from './offline-page.ts'
import { queryClient, router } from './router.tsx'
import { SignedIn } from './shell/signed-in.tsx'

joinDemo()
// Asked while the texts come.
void queryClient.prefetchQuery(anySession)
await startLocale(wishedLocale(), 'recipient')
loadCodeOfLinks(router)
show(
  <QueryClientProvider client={queryClient}>
    <SignedIn>
      <RouterProvider router={router} />
    </SignedIn>
  </QueryClientProvider>,
)
keepOfflinePage()
