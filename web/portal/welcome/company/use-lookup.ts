import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, read, type DataOf } from '#web/api/client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'

type Progress = NonNullable<DataOf<'getHolderCompanyProgress'>['progress']>

/** State of a look-up: as the server reports it, until the call itself ends. */
export type LookupState = 'idle' | Progress['status']

/**
 * One look-up in the company register at a time. Each press is a look-up with an id of its own, never retried. While
 * the call is open, its progress is polled.
 */
export function useLookup<Wanted, Found>(
  ask: (requestId: string, wanted: Wanted, signal: AbortSignal) => Promise<Found>,
  onFound?: (found: Found) => void,
) {
  const holder = useHolder()
  const open = useRef<AbortController>(null)
  const lookup = useMutation({
    mutationFn: ({ requestId, wanted }: { readonly requestId: string; readonly wanted: Wanted }) => {
      open.current = new AbortController()
      return ask(requestId, wanted, open.current.signal)
    },
    gcTime: 0,
    onSuccess: (found) => onFound?.(found),
  })
  const { data } = useQuery({
    ...read('getHolderCompanyProgress', { params: { platformHolderId: holder } }),
    enabled: lookup.isPending,
    refetchInterval: 1_000,
    staleTime: 0,
  })
  const own = data?.progress?.requestId === lookup.variables?.requestId ? data?.progress : null
  const state = stateOf(lookup.status, own ?? null)
  // No answer will come: the call is aborted, so that there can be a new one.
  useEffect(() => {
    if (state === 'timed_out') open.current?.abort()
  }, [state])
  return {
    state,
    found: lookup.data,
    wanted: lookup.variables?.wanted,
    error: lookup.error,
    start: (wanted: Wanted) => lookup.mutate({ requestId: crypto.randomUUID(), wanted }),
    reset: lookup.reset,
  }
}

function stateOf(call: 'idle' | 'pending' | 'success' | 'error', progress: Progress | null): LookupState {
  if (call === 'idle') return 'idle'
  if (call === 'success') return 'completed'
  if (call === 'error') return 'failed'
  // Completed on the server: the answer is on its way.
  return progress === null || progress.status === 'completed' ? 'running' : progress.status
}

/** The two look-ups of the wizard. */
export function useCompanySearch() {
  const holder = useHolder()
  return useLookup((requestId, search: CompanySearch, signal) =>
    call('searchHolderCompanies', { params: { platformHolderId: holder }, body: { requestId, search } }, signal),
  )
}

export type CompanySearch = Parameters<typeof call<'searchHolderCompanies'>>[1]['body']['search']

export function useCompanyDetail(onFound: (found: DataOf<'getHolderCompany'>) => void) {
  const holder = useHolder()
  return useLookup(
    (requestId, duns: string, signal) =>
      call('getHolderCompany', { params: { platformHolderId: holder, duns }, body: { requestId } }, signal),
    onFound,
  )
}
