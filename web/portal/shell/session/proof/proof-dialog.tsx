import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { passkeys } from '#web/api/passkeys.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { endAsking } from './fresh-proof.ts'
import { ProofForm } from './proof-form.tsx'

/** Has people show again who they are, over whatever is open, which stays as it is. */
export function ProofDialog() {
  const { t } = useLingui()
  const { data } = useQuery(passkeys)
  return (
    <Dialog isOpen onClose={() => endAsking(false)} title={t`Confirm that it is you`}>
      <ProofForm hasPasskey={data !== undefined && data.length > 0} onProved={() => endAsking(true)} />
    </Dialog>
  )
}
