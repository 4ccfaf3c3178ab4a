import { QueryClientProvider } from '@tanstack/react-query'
import { startLocale } from '#web/ui/language/i18n.tsx'
import { createQueryClient } from '#web/ui/query-client.ts'
import { show } from '#web/ui/start.tsx'
import { wishedLocale } from '#web/ui/language/texts.ts'
import '#web/ui/theme.css'
import { joinDemo } from '../demo-frame.ts'
import { keepOfflinePage } from '../offline-page.ts'
import { MessagePage } from './message-page.tsx'

// An entry of its own, without the app's router: all that most people see, often over a slow connection.
joinDemo()
await startLocale(wishedLocale(), 'recipient/message')
const [, , token = ''] = location.pathname.split('/')
show(
  <QueryClientProvider client={createQueryClient(() => undefined)}>
    <MessagePage token={token} />
  </QueryClientProvider>,
)
keepOfflinePage()
