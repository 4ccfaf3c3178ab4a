import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '#web/api/client.ts'
import { presentHour } from './appointment-queries.ts'

/** Those of a year: all, because the list begins with the oldest. */
export function earlier() {
  const to = presentHour()
  const from = new Date(Date.parse(to) - 365 * 86_400_000).toISOString()
  return queryOptions<DataOf<'listRecipientAppointments'>>({
    queryKey: ['listRecipientAppointments', to],
    queryFn: async ({ signal }) => {
      const query = { from, to, pageSize: '100' }
      let page = await call('listRecipientAppointments', { query }, signal)
      const items = [...page.items]
      while (page.nextPageToken !== null) {
        page = await call('listRecipientAppointments', { query: { ...query, pageToken: page.nextPageToken } }, signal)
        items.push(...page.items)
      }
      return { ...page, items }
    },
  })
}
