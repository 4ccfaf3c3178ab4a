import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { sessionQueries, type Session } from './session-queries.ts'

/** Asks before somebody is signed out elsewhere. @param isOfAll whether it is ended as an owner */
export function EndSessionDialog({
  session,
  isOfAll,
  onClose,
}: {
  readonly session: Session | null
  readonly isOfAll: boolean
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      isOfAll
        ? call('endHolderSession', { params: { platformHolderId, sessionId } })
        : call('endSession', { params: { sessionId } }),
    onSuccess: async () => {
      await readAnew(queries, sessionQueries)
      toast(t`Signed out`)
      onClose()
    },
  })
  const leave = () => {
    end.reset()
    onClose()
  }
  return (
    <AlertDialog
      isOpen={session !== null}
      onClose={leave}
      title={t`Sign out there?`}
      actions={
        <>
          <Button autoFocus onPress={leave}>
            <Trans context="stop what I am doing">Cancel</Trans>
          </Button>
          <Button look="danger" isPending={end.isPending} onPress={() => session && end.mutate(session.id)}>
            <Trans>Sign out</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Whoever uses it there is signed out at once. They can sign in again.</Trans>
      </p>
      {end.error && (
        <div className="mt-3">
          <ErrorNote error={end.error} />
        </div>
      )}
    </AlertDialog>
  )
}
