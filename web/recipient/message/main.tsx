import { QueryClientProvider } from '@tanstack/react-query'
import { startLocale, wishedLocale } from '#web/ui/i18n.tsx'
import { createQueryClient } from '#web/ui/query-client.ts'
import { show } from '#web/ui/start.tsx'
import '#web/ui/theme.css'
import { joinDemo } from '../demo-frame.ts'
import { keepOfflinePage } from '../offline-page.ts'
import { MessagePage } from './message-page.tsx'

// A page by itself: what most people see of the app, often over a slow connection, needs neither its router nor its other pages.
joinDemo()
await startLocale(wishedLocale(), 'recipient/message')
const [, , token = ''] = location.pathname.split('/')
show(
  <QueryClientProvider client={createQueryClient(() => undefined)}>
    <MessagePage token={token} />
  </QueryClientProvider>,
)
keepOfflinePage()
