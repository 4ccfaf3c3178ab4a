import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { passkeys } from '#web/api/passkeys.ts'
import { queryClient } from '#web/portal/query-client.ts'
import { LocaleProvider } from '#web/ui/language/i18n.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Support } from '../../support.tsx'
import { ProofForm } from './proof-form.tsx'

// Loaded with the first call that asks for it.

let asking: Promise<boolean> | null = null

/**
 * Has people show again who they are, over whatever is open, and keeps that as it is. Calls that ask at once ask once.
 *
 * @returns whether they did; false when they closed it
 */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<boolean> {
  // Without an answer there is still the code.
  const own = await queryClient.ensureQueryData(passkeys).catch(() => [])
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isProved = await new Promise<boolean>((resolve) =>
    root.render(
      <LocaleProvider>
        <QueryClientProvider client={queryClient}>
          <Support>
            <ProofDialog hasPasskey={own.length > 0} onEnd={resolve} />
          </Support>
        </QueryClientProvider>
      </LocaleProvider>,
    ),
  )
  root.unmount()
  place.remove()
  return isProved
}

function ProofDialog({
  hasPasskey,
  onEnd,
}: {
  readonly hasPasskey: boolean
  readonly onEnd: (isProved: boolean) => void
}) {
  const { t } = useLingui()
  return (
    <Dialog isOpen onClose={() => onEnd(false)} title={t`Confirm that it is you`}>
      <ProofForm hasPasskey={hasPasskey} onProved={() => onEnd(true)} />
    </Dialog>
  )
}
