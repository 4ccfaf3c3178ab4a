import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder } from '../../holder.ts'
import { keyQueries, type ApiKey } from './key-queries.ts'

/** Asks before a key stops working for good. @param accountId the service account it is of; left out for one's own */
export function RevokeDialog({
  apiKey,
  accountId,
  onClose,
}: {
  readonly apiKey: ApiKey | null
  readonly accountId?: string
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: (keyId: string) =>
      accountId === undefined
        ? call('revokeApiKey', { params: { keyId } })
        : call('revokeServiceAccountKey', { params: { platformHolderId, serviceAccountId: accountId, keyId } }),
    onSuccess: async () => {
      await readAnew(queries, keyQueries)
      toast(t`The key no longer works`)
      onClose()
    },
  })
  const leave = () => {
    revoke.reset()
    onClose()
  }
  const name = apiKey?.name ?? ''
  return (
    <AlertDialog
      isOpen={apiKey !== null}
      onClose={leave}
      title={t`Revoke “${name}”?`}
      actions={
        <>
          <Button onPress={leave} autoFocus>
            <Trans>Keep it</Trans>
          </Button>
          <Button look="danger" isPending={revoke.isPending} onPress={() => apiKey && revoke.mutate(apiKey.id)}>
            <Trans>Revoke</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Programs that use this key stop working at once. It cannot be undone.</Trans>
      </p>
      {revoke.error && (
        <div className="mt-3">
          <ErrorNote error={revoke.error} />
        </div>
      )}
    </AlertDialog>
  )
}
