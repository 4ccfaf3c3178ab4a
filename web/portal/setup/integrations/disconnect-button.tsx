import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import type { Integration } from './integration-queries.ts'

/** Disconnects the calendar, after a confirmation. */
export function DisconnectButton({ integration: { id, name } }: { readonly integration: Integration }) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const disconnect = useMutation({
    mutationFn: () => call('disconnectHolderIntegration', { params: { platformHolderId: holder, integrationId: id } }),
    onSuccess: async () => {
      setAsked(false)
      toast(t`Disconnected`)
      await queries.invalidateQueries({ queryKey: ['listHolderIntegrations'] })
    },
  })
  return (
    <>
      <Button aria-label={t`Disconnect ${name}`} onPress={() => setAsked(true)}>
        <Trans>Disconnect</Trans>
      </Button>
      <AlertDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t`Disconnect ${name}?`}
        actions={
          <>
            <Button onPress={() => setAsked(false)} autoFocus>
              <Trans>Stay connected</Trans>
            </Button>
            <Button look="danger" isPending={disconnect.isPending} onPress={() => disconnect.mutate()}>
              <Trans>Disconnect</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            Nothing more is read from it: what is moved or cancelled there is not noticed here. Appointments that were
            read stay, and people are reminded of them.
          </Trans>
        </p>
        <div className="mt-3 empty:hidden">
          <ErrorNote error={disconnect.error} />
        </div>
      </AlertDialog>
    </>
  )
}
