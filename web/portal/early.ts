import { staffSession } from '#web/api/staff-sign-in.ts'
import { textsOf, wishedLocale } from '#web/ui/language/texts.ts'
import { profile } from './holder-queries.ts'
import { changes } from './live/changes.ts'
import { queryClient } from './query-client.ts'
import { askForToday } from './today/today-queries.ts'

// Runs as soon as its own few files have come, and asks for what the page needs while React and the router still come.
// What fails here is asked for again by the page, which says why.
const { pathname } = location
if (pathname !== '/sign-in') {
  const isToday = pathname === '/today'
  void askFirst(isToday)
  const locale = wishedLocale()
  const code = [import('./shell/shell.tsx'), isToday && import('./today/today-page.tsx')]
  const texts = ['portal', 'portal/shell/shell', ...(isToday ? ['portal/today/today-page'] : [])]
  void Promise.allSettled([...code, ...texts.map((part) => textsOf(part, locale))])
}

async function askFirst(isToday: boolean): Promise<void> {
  await queryClient.prefetchQuery(staffSession)
  const holder = queryClient.getQueryData(staffSession.queryKey)?.platformHolderId
  if (holder === undefined) return
  void queryClient.prefetchQuery(changes(holder))
  if (isToday) askForToday(queryClient, holder)
  void queryClient.prefetchQuery(profile(holder))
}
