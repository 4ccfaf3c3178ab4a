import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '#web/ui/data/status-pill.tsx'
import { useHolder } from '../holder.ts'
import { pendingRequests } from '../requests/request-queries.ts'

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
        <Plural value={count} one="# waiting" other="# waiting" />
      </span>
    </Badge>
  )
}
