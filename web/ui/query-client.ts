import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, ConnectionError, isSessionEnded } from '#web/api/api-error.ts'
import type { OperationId } from '#web/api/client.ts'

// Tells a button that its change is under way before the second click of a double click.
notifyManager.setScheduler(queueMicrotask)

/**
 * Reads are retried when that may help; changes never, because the first may have taken effect.
 *
 * @param onSessionEnded called whenever the server says that nobody is signed in any more
 */
export function createQueryClient(onSessionEnded: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSessionEnded(error)) onSessionEnded()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && mayHelp(error), staleTime: 5_000 },
      // Offline it fails at once: the library would keep it, and make it later than anybody expects.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * After a change: reads what is on screen again, and forgets what other pages read by these operations, so that none of
 * them shows for a moment what no longer holds.
 */
export async function readAnew(queries: QueryClient, changed: readonly OperationId[]): Promise<void> {
  for (const id of changed) queries.removeQueries({ queryKey: [id], type: 'inactive' })
  await Promise.all(changed.map((id) => queries.invalidateQueries({ queryKey: [id] })))
}

function mayHelp(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return error instanceof ApiError && error.isRetryable && error.status >= 500
}
