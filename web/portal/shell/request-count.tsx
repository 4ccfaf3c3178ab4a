import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '#web/ui/data/status-pill.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { useHolder } from '../holder.ts'
import { changes } from '../live/changes.ts'

/** How many requests and replies wait; nothing when none does. */
export function RequestCount() {
  const { data } = useQuery({ ...changes(useHolder()), enabled: false })
  const count = (data?.openRequests ?? 0) + (data?.openReplies ?? 0)
  if (count === 0) return null
  return (
    <Badge>
      <span aria-hidden>{formatCount(count, currentLocale())}</span>
      <span className="sr-only">
        <Plural value={count} one="# waiting" other="# waiting" />
      </span>
    </Badge>
  )
}
