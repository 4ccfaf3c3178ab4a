import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api/client.ts'
import { Badge } from '#web/ui/data/status-pill.tsx'
import { useHolder } from '../holder.ts'

export function pendingRequests(holder: string) {
  return read('listHolderRecipientRequests', {
    params: { platformHolderId: holder },
    query: { status: 'pending_review', pageSize: '25' },
  })
}

/** How many requests wait; nothing when none does. */
export function RequestCount() {
  const { data } = useQuery({ ...pendingRequests(useHolder()), refetchInterval: 60_000 })
  if (data === undefined || data.items.length === 0) return null
  const count = data.items.length
  return (
    <Badge>
      <span aria-hidden>
        {count}
        {data.nextPageToken !== null && '+'}
      </span>
      <span className="sr-only">
        <Plural value={count} one="# waits" other="# wait" />
      </span>
    </Badge>
  )
}
