import { useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useHolder } from '../holder.ts'
import { changedReads, changes, pollInterval } from './changes.ts'

/**
 * Keeps what is open true: reads it again once somebody else, the person or a message service has changed it. One small
 * question every few seconds for the whole page.
 *
 * @returns how many requests wait for an answer; undefined until that is known
 */
export function useLiveChanges(): number | undefined {
  const queries = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({ ...changes(useHolder()), refetchInterval: pollInterval })
  const known = useRef(data)
  const owed = useRef(new Set<unknown>())
  useEffect(() => {
    if (known.current && data) for (const id of changedReads(known.current, data)) owed.current.add(id)
    known.current = data
    if (owed.current.size === 0) return
    const isOwed = ({ queryKey: [id] }: Query) => owed.current.has(id)
    const late = new Set(queries.getQueryCache().findAll({ predicate: (query) => isOwed(query) && !isDue(query) }))
    void queries.invalidateQueries({ predicate: (query) => isOwed(query) && !late.has(query) })
    owed.current = new Set([...late].map(({ queryKey: [id] }) => id))
  }, [data, dataUpdatedAt, queries])
  return data?.openRequests
}

/** What takes the server long is read again after a pause of twenty times that. */
function isDue({ state: { data, dataUpdatedAt } }: Query): boolean {
  const { tookMs = 0 } = (data ?? {}) as { readonly tookMs?: number }
  return Date.now() - dataUpdatedAt >= 20 * tookMs
}
