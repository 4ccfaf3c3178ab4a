import { QueryClientProvider } from '@tanstack/react-query'
import { addRoutes } from '#web/api/client.ts'
import { holderRoutes } from '#web/api/holder-routes.ts'
import { startLocale } from '#web/ui/language/i18n.tsx'
import { createQueryClient } from '#web/ui/query-client.ts'
import { show } from '#web/ui/start.tsx'
import { wishedLocale } from '#web/ui/language/texts.ts'
import '#web/ui/theme.css'
import { joinSessions, type DemoState } from './demo-api.ts'
import { DemoPage } from './demo-page.tsx'
import { NoDemo } from './no-demo.tsx'

addRoutes(holderRoutes)
const [state] = await Promise.all([
  // Before anything is shown, so that both sides appear signed in.
  joinSessions().catch((error: unknown) => ({ error })),
  startLocale(wishedLocale(), 'demo'),
])
const isThere = (found: typeof state): found is DemoState => 'holder' in found
show(
  <QueryClientProvider client={createQueryClient(() => undefined)}>
    {isThere(state) ? <DemoPage state={state} /> : <NoDemo error={state.error} />}
  </QueryClientProvider>,
)
