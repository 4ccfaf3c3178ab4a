import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { useNewVersion } from '#web/ui/use-new-version.ts'

/** Offers a new version. Never reloads by itself, and a form in which something was typed asks first. */
export function NewVersion() {
  const isThere = useNewVersion('/my')
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
