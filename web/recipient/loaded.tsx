import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

/** The data of a query, a skeleton while it loads, or its error. */
export function Loaded<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <LoadingShape />
}

export function LoadingShape() {
  return (
    <div role="status" aria-busy className="flex flex-col gap-4">
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}
