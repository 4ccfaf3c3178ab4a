import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Whether the server has another version than the one that is open, such as after days on a home screen or a desk. Looked
 * at when somebody comes back to the page, now and then while it is in sight, and when a part of its code is gone.
 *
 * @param address of a page of the same app that needs nobody to be signed in
 */
export function useNewVersion(address: string): boolean {
  const { data, refetch } = useQuery({
    queryKey: ['new-version', address],
    queryFn: () => hasNewVersion(address),
    initialData: false,
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: 600_000,
    retry: false,
  })
  useEffect(() => {
    const look = () => void refetch()
    addEventListener('vite:preloadError', look)
    return () => removeEventListener('vite:preloadError', look)
  }, [refetch])
  return data
}

/** Whether the page now served starts other code than this one: file names change with their content. */
async function hasNewVersion(address: string): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  return answer.ok && typeof own === 'string' && !(await answer.text()).includes(own)
}
