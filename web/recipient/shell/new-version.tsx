import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'

/**
 * Offers a new version once the server has one, such as after days on a home screen. Never reloads by itself, and a
 * form in which something was typed asks first.
 */
export function NewVersion() {
  const { data: isThere } = useQuery({
    queryKey: ['new-version'],
    queryFn: hasNewVersion,
    initialData: false,
    // Checked whenever somebody comes back to the app.
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return (
    <div role="status">
      {isThere && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-accent-soft px-3 text-sm font-medium text-accent"
          onClick={() => location.reload()}
        >
          <RefreshCw aria-hidden size={16} className="shrink-0" />
          <Trans>Load the new version</Trans>
        </button>
      )}
    </div>
  )
}

/** Whether the page now served starts other code than this one: file names change with their content. */
async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch('/my', { headers: { accept: 'text/html' }, cache: 'no-cache' })
  return answer.ok && typeof own === 'string' && !(await answer.text()).includes(own)
}
