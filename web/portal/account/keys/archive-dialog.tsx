import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { keyQueries, type ServiceAccount } from './key-queries.ts'
import { LastUsed } from './key-table.tsx'

/** Asks before an account and all its keys end for good, and says when one of them was last used. */
export function ArchiveDialog({
  account,
  onClose,
}: {
  readonly account: ServiceAccount
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const { id, name, lastUsedAt } = account
  const archive = useMutation({
    mutationFn: () => call('archiveServiceAccount', { params: { platformHolderId, serviceAccountId: id } }),
    onSuccess: async () => {
      await readAnew(queries, keyQueries)
      onClose()
    },
  })
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={t`Archive “${name}”?`}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            <Trans>Keep it</Trans>
          </Button>
          <Button look="danger" isPending={archive.isPending} onPress={() => archive.mutate()}>
            <Trans>Archive</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>All keys of this account stop working at once. It cannot be undone.</Trans>
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-2">
        <dt className="text-muted">
          <Trans>Last used</Trans>
        </dt>
        <dd className="font-medium text-ink">
          <LastUsed at={lastUsedAt} />
        </dd>
      </dl>
      <div className="mt-3 empty:hidden">
        <ErrorNote error={archive.error} />
      </div>
    </AlertDialog>
  )
}
