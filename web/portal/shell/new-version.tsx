import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { useNewVersion } from '#web/ui/use-new-version.ts'

/** Offers a new version. Never reloads by itself, and a form in which something was typed asks first. */
export function NewVersion() {
  const isThere = useNewVersion('/sign-in')
  return (
    <div role="status">
      {isThere && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-accent-soft px-4 py-2 print:hidden">
          <p>
            <Trans>There is a new version of Tijdig. First save what you are working on.</Trans>
          </p>
          <Button icon={<RefreshCw aria-hidden size={16} />} onPress={() => location.reload()}>
            <Trans>Load the new version</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
